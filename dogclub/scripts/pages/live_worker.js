/** The stream of all pages in a worker of their own. A page says which one it follows, "" when it goes. */
import { join, leave } from "./live_hub.js";

/** @param {MessageEvent} event */
function connected({ ports: [port] }) {
  port.onmessage = ({ data }) => (data ? join(port, data) : leave(port));
}

self.addEventListener("connect", event => connected(/** @type {MessageEvent} */ (event)));
