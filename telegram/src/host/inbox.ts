import { attempt } from '../launch/attempt.js';

/** Hears what the host says: the event's name, and what it carries. */
export type Receive = (type: string, data?: unknown) => void;

export type Handler = (data: unknown) => void;

type Receiver = { receiveEvent?: Receive };

interface NativeWindow {
  Telegram?: { WebView?: Receiver };
  TelegramGameProxy?: Receiver;
  TelegramGameProxy_receiveEvent?: Receive;
}

/** A host that talks to a page nobody listens on (a failed bundle) must not fill its memory. */
const WAITING_LIMIT = 64;

const handlers = new Map<string, Set<Handler>>();
/** Who has an event for themselves: see intercept.ts. */
export const takers = new Map<string, Handler>();
let waiting: (readonly [type: string, data: unknown])[] = [];
/** The functions that we defined. Whatever else stands in their places is another script's. */
export const ours = new Set<unknown>();
let foundOthers = false;

/** Takes what the host says. */
export function receive(type: string, data?: unknown): void {
  const taker = takers.get(type);
  const group = handlers.get(type);
  if (taker) taker(data);
  else if (group) for (const handler of [...group]) handler(data);
  // A press that another script has acted upon is done: it must not close a sheet that opens later.
  else if (!/_pressed$/.test(type) || !hasOtherReceivers())
    waiting = [...waiting.slice(-WAITING_LIMIT), [type, data]];
}

/**
 * Listens to an event. What the host said of it before anybody listened comes first. Returns a
 * function that stops listening.
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

/** The functions that native clients call, by the object that holds each, and its name there. */
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

/** Defines the functions that native clients call. Who was there first goes on hearing. */
export function defineReceivers(): void {
  for (const [owner, name] of receivers()) {
    const before = owner[name];
    // A setter (`@tma.js/bridge` has them) goes on calling what was there, and what is assigned after
    // it: called from here, what was there would call us again, without an end.
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
 * Whether another script of this page listens to the client as well: Telegram's own, or an SDK. Each
 * has to define the receivers, in frames too, so none of them has to be known by its name.
 */
export const hasOtherReceivers = (): boolean =>
  foundOthers || receivers().some(([owner, name]) => owner[name] && !ours.has(owner[name]));
