/** What the outbox offers a game's page, and what comes when the page stands. */
export { $, $$, element, hidden, plainText, setLocked } from "./dom.js";
export { submit } from "./entries.js";
export { load as loadModule, loadExtras, takeKeys } from "./loading.js";
export { refuse, say } from "./message.js";
export { changeQueue, goAhead, letGo, takeBack } from "./queue.js";
export { refresh, send, SLOW, WAITS } from "./sending.js";
export { clearError, extras, isOffline, match, state, unsavedName, waiting } from "./state.js";
export { entries, key, lease, load, save, saveListeners, storageTrouble } from "./store.js";
