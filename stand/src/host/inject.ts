import type { InjectedBridge } from '@prichal/dev-wallet/core';
import { JS_BRIDGE_KEY } from '../wallet/open-wallet';

type Made = { bridge: InjectedBridge; dispose(): void };
type PageWindow = Window & { [JS_BRIDGE_KEY]?: { tonconnect: InjectedBridge } };

/** Milliseconds that a page has to come after the one before it left. */
const PATIENCE = 10_000;

/** The frame's window if the stand may touch it, which is so on the same origin only. */
function windowOf(frame: HTMLIFrameElement): PageWindow | null {
  try {
    const page = frame.contentWindow as PageWindow | null;
    return page?.document ? page : null;
  } catch {
    return null;
  }
}

/**
 * Does what an extension's content script does: each page that the frame loads gets the wallet's
 * bridge before its scripts ask for it. A first load keeps the global object of the empty page, so
 * the bridge is simply there; after a reload the global is new, and is looked for at every turn of
 * the event loop from the moment the old page leaves. Returns what ends it.
 */
export function keepInjected(frame: HTMLIFrameElement, make: () => Made): () => void {
  let made: Made | null = null;
  let left: { document: Document; at: number } | null = null;
  const turns = new MessageChannel();

  const inject = () => {
    const page = windowOf(frame);
    if (page === null) return;
    // Adding the same listener twice does nothing; the first load drops it with the empty page.
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
