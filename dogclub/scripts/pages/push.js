/**
 * Turns notifications on for this browser: asks for the permission, subscribes, and sends the subscription with the form.
 * One state is shown at a time.
 */
const box = /** @type {HTMLElement} */ (document.querySelector("#push")),
  form = /** @type {HTMLFormElement} */ (box.querySelector("form"));
const { key = "", known = "" } = box.dataset;

/** @param {string} state */
function show(state) {
  for (const each of box.querySelectorAll("[data-state]"))
    /** @type {HTMLElement} */ (each).hidden = each.getAttribute("data-state") !== state;
}

/** @param {ArrayBuffer | null | undefined} buffer */
const base64url = buffer =>
  btoa(String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** @param {string} text */
async function digest(text) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map(byte => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} name @param {string} value */
function fill(name, value) {
  /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value = value;
}

/** @param {PushSubscription} subscription */
function fillIn(subscription) {
  fill("endpoint", subscription.endpoint);
  fill("p256dh", base64url(subscription.getKey("p256dh")));
  fill("auth", base64url(subscription.getKey("auth")));
  fill("server_key", key);
}

/** A subscription by an earlier key of the server is renewed. @param {PushManager} manager */
async function subscribed(manager) {
  const old = await manager.getSubscription();
  if (old && base64url(old.options.applicationServerKey) === key) return old;
  await old?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

const manager = async () => (await navigator.serviceWorker.ready).pushManager;

async function begin() {
  if (!isSecureContext) return show("insecure");
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    return show("unsupported");
  if (Notification.permission === "denied") return show("denied");
  show("off");
  const subscription = await (await manager()).getSubscription();
  if (!subscription) return;
  fillIn(subscription);
  const isCurrent = base64url(subscription.options.applicationServerKey) === key;
  if (isCurrent && known.split(" ").includes(await digest(subscription.endpoint))) show("on");
}

/** @param {HTMLElement} button */
async function turnOn(button) {
  if ((await Notification.requestPermission()) !== "granted") return show("denied");
  try {
    fillIn(await subscribed(await manager()));
  } catch {
    return show("failed");
  }
  form.requestSubmit(button);
}

form.addEventListener("submit", event => {
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  const isFilled = /** @type {HTMLInputElement} */ (form.elements.namedItem("endpoint")).value && button?.dataset.ready;
  if (button?.value !== "on" || isFilled) return;
  event.preventDefault();
  button.dataset.ready = "yes";
  turnOn(button);
});

begin();
