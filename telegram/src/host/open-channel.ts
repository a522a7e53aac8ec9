import { type HostKind, isHostOrigin, parentOrigin } from './environment.js';
import { openInbox } from './inbox.js';
import { METHOD_RULES } from './methods.js';
import { externalNotify, webviewProxy } from './natives.js';
import { compareVersions } from './version.js';

type Handler = (data: unknown) => void;

/** The way to the Telegram client and back. Nothing here throws or waits. */
export interface HostChannel {
  readonly kind: HostKind;
  /**
   * Sends a message. Returns false, and sends nothing, when the client's version does not know the
   * method, when a field is missing that a client would choke on, or when there is no channel
   * (which is logged).
   */
  post(type: string, data?: object): boolean;
  /**
   * Listens to an event. What the host said of it before anybody listened comes first. Returns a
   * function that stops listening.
   */
  on(type: string, handler: Handler): () => void;
}

/** A host that talks to a page nobody listens on (a failed bundle) must not fill its memory. */
const WAITING_LIMIT = 64;

function logNoChannel(): void {
  const reason =
    typeof window === 'undefined' ? 'window is not defined' : "Can't post event to TMA";
  // biome-ignore lint/suspicious/noConsole: the specification wants this one logged (section 8)
  console.error(`Can't post event to parent window: ${reason}`);
}

/**
 * Opens the channel of this page: it listens from now on and says nothing by itself.
 *
 * @param version Mini Apps version of the client.
 * @returns the channel, and what introduces the page to a host in whose frame it is.
 */
export function openChannel(
  kind: HostKind,
  version: string,
): { readonly channel: HostChannel; introduce(): void } {
  const handlers = new Map<string, Set<Handler>>();
  const waiting: { readonly type: string; readonly data: unknown }[] = [];
  let parent = kind === 'iframe' ? parentOrigin() : '';

  /** Whether this client knows the method and would not choke on the data. */
  const isSafe = (type: string, data: object) => {
    const [since = '', needs = ''] = METHOD_RULES[type]?.split(' ') ?? [];
    return (
      compareVersions(version, since) >= 0 && (needs === '' || Object(data)[needs] !== undefined)
    );
  };

  const channel: HostChannel = {
    kind,
    post(type, data = {}) {
      if (kind === 'none') logNoChannel();
      if (kind === 'none' || !isSafe(type, data)) return false;
      if (kind === 'webview') webviewProxy()?.postEvent(type, JSON.stringify(data));
      else {
        const message = JSON.stringify({ eventType: type, eventData: data });
        if (kind === 'iframe') window.parent.postMessage(message, parent);
        else externalNotify()?.notify(message);
      }
      return true;
    },
    on(type, handler) {
      const group = handlers.get(type) ?? new Set();
      handlers.set(type, group.add(handler));
      for (const early of waiting.filter((each) => each.type === type)) {
        waiting.splice(waiting.indexOf(early), 1);
        queueMicrotask(() => handler(early.data));
      }
      return () => group.delete(handler);
    },
  };

  if (typeof window !== 'undefined') {
    openInbox(
      (type, data) => {
        const group = handlers.get(type);
        if (group) for (const handler of [...group]) handler(data);
        else if (waiting.push({ type, data }) > WAITING_LIMIT) waiting.shift();
      },
      (origin) => {
        if (kind !== 'iframe' || !isHostOrigin(origin)) return false;
        // The browser may hide the parent's origin (no ancestorOrigins, no referrer): learn it here.
        parent = origin;
        return true;
      },
    );
  }

  const introduce = () => {
    if (kind !== 'iframe') return;
    channel.on('reload_iframe', () => {
      channel.post('iframe_will_reload');
      location.reload();
    });
    channel.post('iframe_ready', { reload_supported: true });
  };
  return { channel, introduce };
}
