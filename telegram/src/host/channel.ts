import { isTelegram } from '../launch/params';
import {
  externalNotify,
  type HostKind,
  hostKind,
  isHostOrigin,
  parentOrigin,
  webviewProxy,
} from './environment';
import { METHOD_RULES } from './methods';
import { type HostMessage, installReceivers } from './receivers';
import { supports } from './version';

type Handler = (data: unknown) => void;

/** A question to the host and what to make of its answer. */
export interface HostRequest<Answer> {
  readonly data?: object;
  /** Event that carries the answer. */
  readonly answer: string;
  /** Reads the answer's data; undefined means "not an answer to this question". */
  readonly read: (data: unknown) => Answer | undefined;
  /** What to live with when no answer comes: silence is normal, not an error. */
  readonly fallback: Answer;
  /** Milliseconds, 150 to 300 is the useful range. Default 250. */
  readonly timeout?: number;
}

/** The way to the Telegram client and back. Nothing here throws or waits without a limit. */
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
  /** Asks and waits, but never longer than the timeout. */
  request<Answer>(type: string, request: HostRequest<Answer>): Promise<Answer>;
}

const DEFAULT_TIMEOUT_MS = 250;

function logNoChannel(): void {
  const reason =
    typeof window === 'undefined' ? 'window is not defined' : "Can't post event to TMA";
  // biome-ignore lint/suspicious/noConsole: the specification wants this one logged (section 8)
  console.error(`Can't post event to parent window: ${reason}`);
}

function createChannel(): HostChannel {
  const kind = hostKind();
  const handlers = new Map<string, Set<Handler>>();
  let target = kind === 'iframe' ? parentOrigin() : '';

  const receive = ({ type, data, origin }: HostMessage) => {
    if (origin !== null) {
      if (kind !== 'iframe' || !isHostOrigin(origin)) return;
      // The browser may hide the parent's origin (no ancestorOrigins, no referrer): learn it here.
      target = origin;
    }
    for (const handler of [...(handlers.get(type) ?? [])]) handler(data);
  };

  const allowed = (type: string, data: object) => {
    const { since, needs } = METHOD_RULES[type] ?? {};
    if (since !== undefined && !supports(since)) return false;
    return needs === undefined || (data as Record<string, unknown>)[needs] !== undefined;
  };

  const channel: HostChannel = {
    kind,
    post(type, data = {}) {
      if (kind === 'none') logNoChannel();
      if (kind === 'none' || !allowed(type, data)) return false;
      const message = () => JSON.stringify({ eventType: type, eventData: data });
      if (kind === 'iframe') window.parent.postMessage(message(), target);
      else if (kind === 'webview') webviewProxy()?.postEvent(type, JSON.stringify(data));
      else externalNotify()?.notify(message());
      return true;
    },
    on(type, handler) {
      const group = handlers.get(type) ?? new Set();
      handlers.set(type, group.add(handler));
      return () => group.delete(handler);
    },
    request(type, { data, answer, read, fallback, timeout = DEFAULT_TIMEOUT_MS }) {
      return new Promise((resolve) => {
        const finish = (value: typeof fallback) => {
          clearTimeout(timer);
          stop();
          resolve(value);
        };
        const timer = setTimeout(() => finish(fallback), timeout);
        const stop = channel.on(answer, (answered) => {
          const value = read(answered);
          if (value !== undefined) finish(value);
        });
        if (!channel.post(type, data)) finish(fallback);
      });
    },
  };

  if (kind !== 'none') {
    const inbox = installReceivers();
    inbox.listeners.add(receive);
    // Handlers join right after the channel is made; what came early waits for the next task.
    const early = inbox.waiting.splice(0);
    if (early.length > 0) queueMicrotask(() => early.forEach(receive));
  }
  if (kind === 'iframe' && isTelegram()) {
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
  if (typeof window === 'undefined') return createChannel();
  channel ??= createChannel();
  return channel;
}

/** Sends to a host that is there; outside Telegram this is silence, not an error. */
export function tell(type: string, data?: object): boolean {
  const host = hostChannel();
  return host.kind !== 'none' && isTelegram() && host.post(type, data);
}
