import { attempt } from '../launch/attempt.js';

/** Receives an event of the host: its name and its data. */
export type Receive = (type: string, data?: unknown) => void;

export type Handler = (data: unknown) => void;

type Receiver = { receiveEvent?: Receive };

interface NativeWindow {
  Telegram?: { WebView?: Receiver };
  TelegramGameProxy?: Receiver;
  TelegramGameProxy_receiveEvent?: Receive;
}

/**
 * Maximum number of unhandled events, so that a page without listeners (a failed bundle) does not fill its
 * memory.
 */
const WAITING_LIMIT = 64;

const handlers = new Map<string, Set<Handler>>();
/** Intercepting handlers by event name, see intercept.ts. */
export const takers = new Map<string, Handler>();
let waiting: (readonly [type: string, data: unknown])[] = [];
/** Functions that this package has defined. Any other function in their places belongs to another script. */
export const ours = new Set<unknown>();
let foundOthers = false;

/** Handles an event of the host. */
export function receive(type: string, data?: unknown): void {
  const taker = takers.get(type);
  const group = handlers.get(type);
  if (taker) taker(data);
  else if (group) for (const handler of [...group]) handler(data);
  // Another script has handled the press already. It must not close a sheet that opens later.
  else if (!/_pressed$/.test(type) || !hasOtherReceivers())
    waiting = [...waiting.slice(-WAITING_LIMIT), [type, data]];
}

/**
 * Adds a listener to an event. Delivers events that arrived before the first listener. Returns a function
 * that removes the listener.
 */
export function on(type: string, handler: Handler): () => void {
  const group = handlers.get(type) ?? new Set();
  handlers.set(type, group.add(handler));
  waiting = waiting.filter(([early, data]) => {
    if (early === type) queueMicrotask(() => handler(data));
    return early !== type;
  });
  return () => group.delete(handler);
}

/**
 * Returns the places of the functions that native clients call: each object, and the name of its property.
 */
export function receivers(): [owner: Record<string, Receive | undefined>, name: string][] {
  const page = window as NativeWindow;
  page.Telegram ??= {};
  page.Telegram.WebView ??= {};
  page.TelegramGameProxy ??= {};
  return [
    [page.Telegram.WebView, 'receiveEvent'],
    [page.TelegramGameProxy, 'receiveEvent'],
    [page, 'TelegramGameProxy_receiveEvent'],
  ] as [Record<string, Receive>, string][];
}

/** Defines the functions that native clients call. Earlier listeners still receive events. */
export function defineReceivers(): void {
  for (const [owner, name] of receivers()) {
    const before = owner[name];
    // If there is a setter (`@tma.js/bridge` defines them), it calls both the earlier function and the one
    // that is assigned. Calling the earlier function from here would recurse without end.
    const isChained = Object.getOwnPropertyDescriptor(owner, name)?.set !== undefined;
    const value: Receive = (type, data) => {
      if (!isChained) before?.(type, data);
      receive(type, data);
    };
    ours.add(value);
    if (before) foundOthers = true;
    attempt(() => {
      owner[name] = value;
    });
  }
}

/**
 * Returns whether another script of this page also listens to the client: Telegram's own, or an SDK. Each
 * must define the receivers, also in frames, so this needs no names of SDKs.
 */
export const hasOtherReceivers = (): boolean =>
  foundOthers || receivers().some(([owner, name]) => owner[name] && !ours.has(owner[name]));
