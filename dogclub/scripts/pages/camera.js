/**
 * The live picture of the camera with a frame for the sheet, on phones and tablets whose browser allows it; elsewhere the
 * file field of the page stays. Where the browser reads codes, each corner says whether its mark is seen.
 */
import { $, $$, setLocked } from "../table/dom.js";

const OFTEN = 400, // milliseconds between two looks for marks
  LONGEST = 10_000, // without all marks, after which the photo can be taken as it is
  SLOW = 4_000; // for a still picture; some cameras never give one
const dialog = $("#camera"),
  video = $("video", dialog),
  take = $("#camera-take"),
  open = $("#camera-open"),
  field = $("#photo-camera"),
  without = $("#without-camera"),
  corners = $$("g", dialog); // each an angle, and a cross in its place where this mark is missed and another seen
/** @type {MediaStream | null} */
let stream = null;
let opened = 0;

/** Show the one sentence with this name. @param {string} name */
function say(name) {
  for (const each of $$("[data-says]", dialog)) each.hidden = each.dataset.says !== name;
}

/** @param {Set<number>} seen the corners whose marks are seen */
function show(seen) {
  for (const [at, corner] of corners.entries()) {
    const [angle, cross] = corner.children,
      isMissing = seen.size > 0 && !seen.has(at);
    angle.classList.toggle("is-read", seen.has(at));
    angle.setAttribute("visibility", isMissing ? "hidden" : "visible");
    cross.setAttribute("visibility", isMissing ? "visible" : "hidden");
  }
  $("#camera-count").textContent = String(seen.size);
  const missing = corners.findIndex((_corner, at) => !seen.has(at)),
    isReady = missing < 0,
    isLate = Date.now() - opened > LONGEST;
  say(isReady ? "ready" : seen.size ? `corner-${missing}` : "frame");
  setLocked(take, !isReady && !isLate);
  for (const each of $$("[data-take]", take)) {
    each.hidden = each.dataset.take !== (isReady ? "ready" : isLate ? "late" : "wait");
  }
}

/** @param {any} detector */
async function look(detector) {
  if (!stream) return;
  const codes = await detector.detect(video).catch(() => []),
    digits = codes
      .map((/** @type {any} */ code) => code.rawValue)
      .filter((/** @type {string} */ said) => /^\d{16}$/.test(said));
  show(new Set(digits.map((/** @type {string} */ said) => (Number(said[11]) - 1) % 4)));
  setTimeout(() => look(detector), OFTEN);
}

async function begin() {
  try {
    const wanted = { facingMode: "environment", width: { ideal: 3840 }, height: { ideal: 2160 } };
    stream = await navigator.mediaDevices.getUserMedia({ video: wanted });
  } catch {
    $("#camera-refused").hidden = without.hidden = false;
    open.parentElement.hidden = true;
    return;
  }
  video.srcObject = stream;
  await video.play().catch(() => {}); // until there is a picture
  opened = Date.now();
  dialog.showModal();
  const { BarcodeDetector: reader } = /** @type {any} */ (window); // not in every browser
  if ((await reader?.getSupportedFormats?.())?.includes("data_matrix")) {
    $("#camera-counted").hidden = false;
    look(new reader({ formats: ["data_matrix"] }));
  } else say("frame");
}

/** @returns {Promise<Blob | null>} a still picture, which is sharper than the live one where the camera gives it */
async function picture() {
  const { ImageCapture: Still } = /** @type {any} */ (window), // not in every browser
    late = new Promise(done => setTimeout(() => done(null), SLOW));
  const still = Still && new Still(stream?.getVideoTracks()[0]).takePhoto().catch(() => null);
  const taken = await Promise.race([still ?? null, late]);
  if (taken) return /** @type {Blob} */ (taken);
  const canvas = Object.assign(document.createElement("canvas"), {
    width: video.videoWidth,
    height: video.videoHeight,
  });
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  return new Promise(done => canvas.toBlob(done, "image/jpeg", 0.92));
}

take.addEventListener("click", async () => {
  if (take.getAttribute("aria-disabled")) return;
  setLocked(take, true);
  const taken = await picture();
  if (!taken) return dialog.close();
  const files = new DataTransfer();
  files.items.add(new File([taken], `sheet ${new Date().toTimeString().slice(0, 8)}`, { type: taken.type }));
  field.files = files.files;
  dialog.close();
  field.form.requestSubmit();
});
dialog.addEventListener("close", () => {
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = null;
  setLocked(take, false);
});
$("#camera-cancel").addEventListener("click", () => dialog.close());
$("#camera-gallery").addEventListener("click", () => {
  dialog.close();
  $("#photo-file").click();
});
if (window.isSecureContext && navigator.mediaDevices && matchMedia("(pointer: coarse)").matches) {
  without.hidden = true;
  open.parentElement.hidden = false;
  open.addEventListener("click", begin);
}
