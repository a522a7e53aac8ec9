/** Hears what the host says: the event's name, and what it carries. */
export type Receive = (type: string, data?: unknown) => void;

export type Handler = (data: unknown) => void;

interface NativeWindow {
  Telegram?: { WebView?: Receiver };
  TelegramGameProxy?: Receiver;
  TelegramGameProxy_receiveEvent?: Receive;
}

type Receiver = { receiveEvent?: Receive };

/** A host that talks to a page nobody listens on (a failed bundle) must not fill its memory. */
const WAITING_LIMIT = 64;

const handlers = new Map<string, Set<Handler>>();
let waiting: (readonly [type: string, data: unknown])[] = [];

/** Takes what the host says. */
export const receive: Receive = (type, data) => {
  const group = handlers.get(type);
  if (group) for (const handler of [...group]) handler(data);
  else waiting = [...waiting.slice(-WAITING_LIMIT), [type, data]];
};

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

/**
 * Defines the functions that native clients call, which they do before a bundle can be there. Who was
 * there first (the official script on the same page) goes on hearing.
 */
export function defineReceivers(): void {
  const page = window as NativeWindow;
  const chain = <Name extends string>(owner: { [name in Name]?: Receive }, name: Name) => {
    const before = owner[name];
    owner[name] = (type, data) => {
      before?.(type, data);
      receive(type, data);
    };
  };
  page.Telegram ??= {};
  page.Telegram.WebView ??= {};
  page.TelegramGameProxy ??= {};
  chain(page.Telegram.WebView, 'receiveEvent');
  chain(page.TelegramGameProxy, 'receiveEvent');
  chain(page, 'TelegramGameProxy_receiveEvent');
}
