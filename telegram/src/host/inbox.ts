/** Hears what the host says: the event's name, and what it carries. */
export type Receive = (type: string, data?: unknown) => void;

export type Handler = (data: unknown) => void;

export interface Inbox {
  readonly receive: Receive;
  /**
   * Listens to an event. What the host said of it before anybody listened comes first. Returns a
   * function that stops listening.
   */
  on(type: string, handler: Handler): () => void;
}

interface NativeWindow {
  Telegram?: { WebView?: Receiver };
  TelegramGameProxy?: Receiver;
  TelegramGameProxy_receiveEvent?: Receive;
}

type Receiver = { receiveEvent?: Receive };

/** A host that talks to a page nobody listens on (a failed bundle) must not fill its memory. */
const WAITING_LIMIT = 64;

export function makeInbox(): Inbox {
  const handlers = new Map<string, Set<Handler>>();
  let waiting: (readonly [type: string, data: unknown])[] = [];
  return {
    receive(type, data) {
      const group = handlers.get(type);
      if (group) for (const handler of [...group]) handler(data);
      else if (waiting.push([type, data]) > WAITING_LIMIT) waiting.shift();
    },
    on(type, handler) {
      const group = handlers.get(type) ?? new Set();
      handlers.set(type, group.add(handler));
      waiting = waiting.filter(([early, data]) => {
        if (early === type) queueMicrotask(() => handler(data));
        return early !== type;
      });
      return () => group.delete(handler);
    },
  };
}

/**
 * Defines the functions that native clients call, which they do before a bundle can be there. Who was
 * there first (the official script on the same page) goes on hearing.
 */
export function defineReceivers(receive: Receive): void {
  const host = window as NativeWindow;
  const chain = <Name extends string>(owner: { [name in Name]?: Receive }, name: Name) => {
    const before = owner[name];
    owner[name] = (type, data) => {
      before?.(type, data);
      receive(type, data);
    };
  };
  host.Telegram ??= {};
  host.Telegram.WebView ??= {};
  host.TelegramGameProxy ??= {};
  chain(host.Telegram.WebView, 'receiveEvent');
  chain(host.TelegramGameProxy, 'receiveEvent');
  chain(host, 'TelegramGameProxy_receiveEvent');
}
