/** Ids that are unique without asking anybody. */

/** A random UUID, version 4. The browser's own way is closed on plain http: each 0, 1 and 8 is rolled for. */
export function newId() {
  /** @param {string} digit */
  const roll = digit =>
    (Number(digit) ^ (crypto.getRandomValues(new Uint8Array(1))[0] & (15 >> (Number(digit) / 4)))).toString(16);
  return "10000000-1000-4000-8000-100000000000".replace(/[018]/g, roll);
}
