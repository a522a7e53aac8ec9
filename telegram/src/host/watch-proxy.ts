/**
 * Watches the messages that this page sends to a native client. A separate module, because it starts at
 * import (see launch/find-user.ts), before the channel is loaded.
 */
import { attempt } from '../launch/attempt.js';

type PostEvent = (type: string, json?: string) => void;

interface NativeWindow {
  /** The channel of iOS, macOS and Android, and of Desktop on Windows and macOS. */
  TelegramWebviewProxy?: { postEvent: PostEvent };
  readonly Telegram?: { readonly WebView?: { readonly receiveEvent?: unknown } };
  readonly TelegramGameProxy?: { readonly receiveEvent?: unknown };
}

/** The client's function for each function that this module defined. */
const clients = new WeakMap<PostEvent, PostEvent>();
/** Data of the last message of each method, as JSON. */
export const told = new Map<string, string | undefined>();
/** Whether every message was seen: no other script was on the page before. */
export let heardAll = false;

/**
 * Starts to watch messages to a native client. All scripts of the page use the same object. Returns the
 * client's own function, for messages of this package. Null if there is none. In a frame, messages to a page
 * of another site cannot be watched.
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
  // Android's object is not a JavaScript object and keeps its own function.
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
