/**
 * The one stream of a browser that has no SharedWorker: the page that holds the lock has it, and hands on by a channel
 * what is told. It lets go of the lock when it is hidden or left, and the browser does where it is gone; then the next
 * page has it, and all say again what they follow.
 */
import { disband, join, leave } from "./live_hub.js";

const NAME = "dogclub-live";

export class LedStream extends EventTarget {
  /** @param {string} path throws TypeError where there are no locks, as over plain http */
  constructor(path) {
    super();
    this.id = String(Math.random());
    this.controller = new AbortController();
    this.resign = () => {};
    const { signal } = this.controller;
    navigator.locks.request(NAME, { signal }, () => this.lead()).catch(() => this.dispatchEvent(new Event("error")));
    this.channel = new BroadcastChannel(NAME);
    this.channel.onmessage = ({ data: { isNew, to, type, data } }) => {
      if (isNew) this.follow(path);
      else if (to === this.id) this.dispatchEvent(new MessageEvent(type, { data }));
    };
    this.follow(path);
  }

  /** @param {string} path */
  follow(path) {
    this.channel.postMessage({ from: this.id, path });
  }

  /** Until it resigns. This page itself follows by the channel, as the others do. */
  lead() {
    if (this.controller.signal.aborted) return;
    const channel = new BroadcastChannel(NAME),
      ports = new Map();
    channel.onmessage = ({ data: { from, path } }) => {
      if (!from) return;
      /** @param {object} message */
      const postMessage = message => channel.postMessage({ to: from, ...message });
      if (!ports.has(from)) ports.set(from, { postMessage });
      if (path) join(ports.get(from), path);
      else leave(ports.get(from));
    };
    channel.postMessage({ isNew: true });
    return new Promise(resolve => {
      this.resign = () => {
        disband();
        channel.close();
        resolve(null);
      };
    });
  }

  close() {
    this.follow("");
    this.channel.close();
    this.controller.abort();
    this.resign();
  }
}
