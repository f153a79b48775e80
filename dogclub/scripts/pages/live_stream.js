/** The stream of a page: its part of the one all pages of a browser share, or its own where they cannot. */
import { LedStream } from "./live_leader.js";

class SharedStream extends EventTarget {
  /** @param {string} path @param {string} script */
  constructor(path, script) {
    super();
    const worker = new SharedWorker(script);
    worker.onerror = () => this.dispatchEvent(new Event("error"));
    this.port = worker.port;
    this.port.onmessage = ({ data: { type, data } }) => this.dispatchEvent(new MessageEvent(type, { data }));
    this.port.postMessage(path);
  }

  close() {
    this.port.postMessage("");
    this.port.close();
  }
}

/** @param {string} path @param {string} script of the worker @returns {EventSource | SharedStream | LedStream} */
export function openStream(path, script) {
  for (const kind of [SharedStream, LedStream]) {
    try {
      return new kind(path, script);
    } catch {
      continue; // a browser that has none, or forbids it
    }
  }
  return new EventSource(path);
}
