/** Finds the channel to the host, and the host's origin. Independent of message types. */
import { readJson } from '../launch/attempt.js';
import { frameHost, isHostOrigin, phone } from './has-host.js';
import { receive } from './inbox.js';
import { watchProxy } from './watch-proxy.js';

/** `iframe`: Telegram Web and Linux desktop; `webview`: native clients and Windows Phone. */
export type HostKind = 'iframe' | 'webview' | 'none';

export interface Host {
  readonly kind: HostKind;
  send(type: string, data: object): void;
}

const message = (eventType: string, eventData: object): string =>
  JSON.stringify({ eventType, eventData });

/**
 * Finds the host. In a frame, also greets the parent page. Frames are checked first, because Telegram Desktop
 * on Linux has both channels. Returns null if there is no host.
 * @param query launch parameters.
 */
export function findHost(query: string): Host | null {
  const { parent } = window;
  if (parent !== window) {
    let origin = frameHost(query);
    if (origin === null) return null;
    const send: Host['send'] = (type, data) =>
      parent.postMessage(message(type, data), origin as string);
    // The native getter, because other listeners get altered event data (intercept.ts).
    const read = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data')?.get;
    window.addEventListener('message', (event) => {
      // Other scripts use postMessage too.
      const { eventType, eventData } = Object(readJson(read?.call(event)));
      if (event.source !== parent || !isHostOrigin(event.origin) || !eventType) return;
      // The browser may hide the parent's origin (no ancestors, no referrer). The first message shows it.
      origin = event.origin;
      receive(eventType, eventData);
      if (eventType === 'reload_iframe') {
        send('iframe_will_reload', {});
        location.reload();
      }
    });
    send('iframe_ready', { reload_supported: true });
    return { kind: 'iframe', send };
  }
  const postEvent = watchProxy();
  if (postEvent) {
    return { kind: 'webview', send: (type, data) => postEvent(type, JSON.stringify(data)) };
  }
  const external = phone();
  return (
    external && { kind: 'webview', send: (type, data) => external.notify(message(type, data)) }
  );
}
