import { head } from '#head';
import type { HostKind } from './environment.js';
import type { HostMessage } from './inbox.js';
import { METHOD_RULES } from './methods.js';
import { externalNotify, webviewProxy } from './natives.js';
import { supports } from './version.js';

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
  /** Listens to an event. Returns a function that stops listening. */
  on(type: string, handler: Handler): () => void;
}

function logNoChannel(): void {
  const reason =
    typeof window === 'undefined' ? 'window is not defined' : "Can't post event to TMA";
  // biome-ignore lint/suspicious/noConsole: the specification wants this one logged (section 8)
  console.error(`Can't post event to parent window: ${reason}`);
}

/** Whether this client knows the method and would not choke on the data. */
function isSafe(type: string, data: object): boolean {
  const { since, needs } = METHOD_RULES[type] ?? {};
  if (since !== undefined && !supports(since)) return false;
  return needs === undefined || (data as Record<string, unknown>)[needs] !== undefined;
}

function createChannel(): HostChannel {
  const found = head();
  const { kind, inbox } = found;
  const handlers = new Map<string, Set<Handler>>();

  const channel: HostChannel = {
    kind,
    post(type, data = {}) {
      if (kind === 'none') logNoChannel();
      if (kind === 'none' || !isSafe(type, data)) return false;
      if (kind === 'webview') webviewProxy()?.postEvent(type, JSON.stringify(data));
      else {
        const message = JSON.stringify({ eventType: type, eventData: data });
        if (kind === 'iframe') window.parent.postMessage(message, found.parentOrigin);
        else externalNotify()?.notify(message);
      }
      return true;
    },
    on(type, handler) {
      const group = handlers.get(type) ?? new Set();
      handlers.set(type, group.add(handler));
      return () => group.delete(handler);
    },
  };

  const receive = ({ type, data }: HostMessage) => {
    for (const handler of [...(handlers.get(type) ?? [])]) handler(data);
  };
  inbox.listeners.add(receive);
  // Handlers join right after the channel is made; what came early waits until then.
  const early = inbox.waiting.splice(0);
  queueMicrotask(() => early.forEach(receive));

  if (kind === 'iframe' && found.launch) {
    channel.on('reload_iframe', () => {
      channel.post('iframe_will_reload');
      location.reload();
    });
    channel.post('iframe_ready', { reload_supported: true });
  }
  return channel;
}

let channel: HostChannel | undefined;

/** The page's one channel to the host, made on the first call. */
export function hostChannel(): HostChannel {
  channel ??= createChannel();
  return channel;
}

/** Sends to a host that is there; outside Telegram this is silence, not an error. */
export function tell(type: string, data?: object): boolean {
  const { kind, launch } = head();
  return kind !== 'none' && launch !== null && hostChannel().post(type, data);
}
