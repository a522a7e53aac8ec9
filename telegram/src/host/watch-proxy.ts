/**
 * Watches the messages that this page sends to a native client. A module of its own, because it starts at import
 * (see launch/find-user.ts), long before the channel is needed.
 */
import { attempt } from '../launch/attempt.js';

type PostEvent = (type: string, json?: string) => void;

interface NativeWindow {
  /** The channel of iOS, macOS, Android, and of Desktop on Windows and macOS. */
  TelegramWebviewProxy?: { postEvent: PostEvent };
  readonly Telegram?: { readonly WebView?: { readonly receiveEvent?: unknown } };
  readonly TelegramGameProxy?: { readonly receiveEvent?: unknown };
}

/** Which function of a client stands behind one of ours. */
const clients = new WeakMap<PostEvent, PostEvent>();
/** By method: what was sent with it last, as JSON. */
export const told = new Map<string, string | undefined>();
/** Everything was heard: nobody was here before. */
export let heardAll = false;

/**
 * Listens to what this page tells a native client from now on: all of its scripts go through one object.
 * Returns the client's own function, for messages of ours; null where there is none. In a frame there
 * is nothing to listen to: a page of another site takes messages unseen.
 */
export function watchProxy(): PostEvent | null {
  const page = window as unknown as NativeWindow;
  const proxy = page.TelegramWebviewProxy;
  if (!proxy) return null;
  const known = clients.get(proxy.postEvent);
  if (known) return known;
  const client: PostEvent = proxy.postEvent.bind(proxy);
  const watched: PostEvent = (type, json) => {
    told.set(type, json);
    client(type, json);
  };
  clients.set(watched, client);
  attempt(() => {
    proxy.postEvent = watched;
  });
  // Android's object is not of JavaScript: it goes on calling its own.
  if (proxy.postEvent !== watched) {
    attempt(() => {
      page.TelegramWebviewProxy = new Proxy({} as typeof proxy, {
        get(_, name) {
          const value = Reflect.get(proxy, name);
          if (name === 'postEvent') return watched;
          return typeof value === 'function' ? value.bind(proxy) : value;
        },
        has: (_, name) => name in proxy,
      });
    });
  }
  heardAll =
    page.TelegramWebviewProxy?.postEvent === watched &&
    !page.Telegram?.WebView?.receiveEvent &&
    !page.TelegramGameProxy?.receiveEvent;
  return client;
}
