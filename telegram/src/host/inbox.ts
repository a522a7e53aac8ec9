import { attempt, readJson } from '../launch/attempt.js';

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
/** Who has an event for themselves: see {@link intercept}. */
const takers = new Map<string, Handler>();
let waiting: (readonly [type: string, data: unknown])[] = [];
/** The functions that were defined here. Whatever else stands in their places is another script's. */
const ours = new Set<unknown>();
let foundOthers = false;

/** Gives an event to whoever has it for themselves. False: nobody has. */
function take(type: string, data: unknown): boolean {
  const taker = takers.get(type);
  taker?.(data);
  return taker !== undefined;
}

/** Takes what the host says. */
export function receive(type: string, data?: unknown): void {
  if (take(type, data)) return;
  const group = handlers.get(type);
  if (group) for (const handler of [...group]) handler(data);
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
function receivers(): [owner: Record<string, Receive | undefined>, name: string][] {
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

/** It is us who reads what a message says. */
let isOurRead = false;

/** What a message says, also where {@link hideTaken} shows something else of it. */
export function textOf(event: MessageEvent): unknown {
  isOurRead = true;
  const text: unknown = event.data;
  isOurRead = false;
  return text;
}

/**
 * In a frame the client's events are messages of the window. Its listeners are called in the order in which
 * they came (Chromium does not call capturing ones first there), so an SDK that came before us cannot be
 * stopped. But each of them has to read what the message says: of an event that somebody here has for
 * themselves it reads a name that means nothing. Returns a function that ends it.
 */
function hideTaken(): () => void {
  if (window.parent === window) return () => undefined;
  const { prototype } = MessageEvent;
  const property = () => Object.getOwnPropertyDescriptor(prototype, 'data') ?? {};
  const define = (how: PropertyDescriptor) =>
    attempt(() => Object.defineProperty(prototype, 'data', how));
  const before = property();
  const get = function (this: MessageEvent): unknown {
    const text: unknown = before.get?.call(this);
    if (isOurRead || this.source !== window.parent) return text;
    return takers.has(Object(readJson(text)).eventType) ? '{"eventType":"prichal_taken"}' : text;
  };
  define({ ...before, get });
  return () => {
    if (property().get === get) define(before);
  };
}

/**
 * Has an event for itself: nobody else on the page hears of it, not even another SDK that was there
 * before. (One that comes later, and puts itself before us, cannot be kept from it.) Returns a function
 * that gives it back.
 */
export function intercept(type: string, handler: Handler): () => void {
  takers.set(type, handler);
  const show = hideTaken();
  const undo = receivers().map(([owner, name]) => {
    const next = owner[name];
    const before = Object.getOwnPropertyDescriptor(owner, name);
    // Defined, not assigned: a setter would put it behind what is there.
    const define = (property: PropertyDescriptor) =>
      attempt(() => Object.defineProperty(owner, name, property));
    const value: Receive = (said, data) => {
      if (!take(said, data)) next?.(said, data);
    };
    if (!next || ours.has(next)) ours.add(value);
    define({ value, configurable: true, enumerable: true, writable: true });
    return () => {
      if (owner[name] !== value) return;
      if (before) define(before);
      else delete owner[name];
    };
  });
  return () => {
    takers.delete(type);
    show();
    for (const each of undo) each();
  };
}
