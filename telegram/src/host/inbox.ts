/** A message of the host, before anybody judged it. */
export interface HostMessage {
  readonly type: string;
  readonly data: unknown;
}

type Receive = (type: string, data?: unknown) => void;

/** Messages that came before a listener did, and the listeners. */
export interface Inbox {
  readonly waiting: HostMessage[];
  readonly listeners: Set<(message: HostMessage) => void>;
}

interface HostWindow {
  Telegram?: { WebView?: { receiveEvent?: Receive } };
  TelegramGameProxy?: { receiveEvent?: Receive };
  TelegramGameProxy_receiveEvent?: Receive;
}

/** A host that talks to a page nobody listens on (a failed bundle) must not fill its memory. */
const WAITING_LIMIT = 64;

/** Hands each call on to who was there first (the official script on the same page), then to us. */
function chained(before: Receive | undefined, receive: Receive): Receive {
  return (type, data) => {
    before?.(type, data);
    receive(type, data);
  };
}

/**
 * Defines the functions that the clients call, and listens to the parent window. Native clients
 * call them before a bundle can be there; what comes early waits.
 *
 * @param trusts whether messages of the parent count when it is of this origin.
 */
export function openInbox(trusts: (origin: string) => boolean): Inbox {
  const host = window as unknown as HostWindow;
  const inbox: Inbox = { waiting: [], listeners: new Set() };

  const receive: Receive = (type, data) => {
    const message = { type, data };
    if (inbox.listeners.size > 0) {
      for (const listener of inbox.listeners) listener(message);
    } else if (inbox.waiting.push(message) > WAITING_LIMIT) {
      inbox.waiting.shift();
    }
  };

  host.Telegram ??= {};
  host.Telegram.WebView ??= {};
  host.Telegram.WebView.receiveEvent = chained(host.Telegram.WebView.receiveEvent, receive);
  host.TelegramGameProxy ??= {};
  host.TelegramGameProxy.receiveEvent = chained(host.TelegramGameProxy.receiveEvent, receive);
  host.TelegramGameProxy_receiveEvent = chained(host.TelegramGameProxy_receiveEvent, receive);

  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || window.parent === window) return;
    try {
      const { eventType, eventData } = JSON.parse(event.data);
      if (typeof eventType === 'string' && trusts(event.origin)) receive(eventType, eventData);
    } catch {
      // Not a host's message: other scripts use postMessage too.
    }
  });
  return inbox;
}
