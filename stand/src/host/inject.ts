import type { InjectedBridge } from '@prichal/dev-wallet/core';
import { JS_BRIDGE_KEY } from '../wallet/open-wallet';

type Made = { bridge: InjectedBridge; dispose(): void };
type PageWindow = Window & { [JS_BRIDGE_KEY]?: { tonconnect: InjectedBridge } };

/** Timeout in milliseconds for a page to load after the previous one has unloaded. */
const PATIENCE = 10_000;

/** Returns the frame's window if the sandbox may access it, which requires the same origin. */
function windowOf(frame: HTMLIFrameElement): PageWindow | null {
  try {
    const page = frame.contentWindow as PageWindow | null;
    return page?.document ? page : null;
  } catch {
    return null;
  }
}

/**
 * Injects the wallet's bridge into each page that the frame loads, before the page's scripts run,
 * as an extension's content script does. The first load keeps the global object of the empty page,
 * so the bridge is already there. A reload makes a new global object, so from the moment the old
 * page unloads each turn of the event loop checks for it. Returns a function that stops the
 * injection.
 */
export function keepInjected(frame: HTMLIFrameElement, make: () => Made): () => void {
  let made: Made | null = null;
  let left: { document: Document; at: number } | null = null;
  const turns = new MessageChannel();

  const inject = () => {
    const page = windowOf(frame);
    if (page === null) return;
    // Adding the same listener again does nothing. The first load removes it with the empty page.
    page.addEventListener('pagehide', leave);
    if (page[JS_BRIDGE_KEY] !== undefined) return;
    made?.dispose();
    made = make();
    page[JS_BRIDGE_KEY] = { tonconnect: made.bridge };
  };
  const leave = () => {
    const page = windowOf(frame);
    if (page === null) return;
    left = { document: page.document, at: performance.now() };
    turns.port2.postMessage(null);
  };
  turns.port1.onmessage = () => {
    if (left === null) return;
    const arrived = windowOf(frame)?.document !== left.document;
    if (arrived) inject();
    if (arrived || performance.now() - left.at > PATIENCE) left = null;
    else turns.port2.postMessage(null);
  };

  inject();
  frame.addEventListener('load', inject);
  return () => {
    turns.port1.close();
    frame.removeEventListener('load', inject);
    made?.dispose();
  };
}
