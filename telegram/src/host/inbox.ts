type Receive = (type: string, data?: unknown) => void;

interface HostWindow {
  Telegram?: { WebView?: { receiveEvent?: Receive } };
  TelegramGameProxy?: { receiveEvent?: Receive };
  TelegramGameProxy_receiveEvent?: Receive;
}

/**
 * Defines the functions that the clients call, and listens to the parent window. Native clients
 * call them before a bundle can be there. Who was there first (the official script on the same page)
 * goes on hearing.
 *
 * @param trusts whether messages of the parent count when it is of this origin.
 */
export function openInbox(receive: Receive, trusts: (origin: string) => boolean): void {
  const host = window as unknown as HostWindow;

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

  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || window.parent === window) return;
    try {
      const { eventType, eventData } = JSON.parse(event.data);
      if (typeof eventType === 'string' && trusts(event.origin)) receive(eventType, eventData);
    } catch {
      // Not a host's message: other scripts use postMessage too.
    }
  });
}
