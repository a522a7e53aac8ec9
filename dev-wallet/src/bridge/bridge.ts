/** Seconds for which a bridge keeps a message for an app that is away. */
const TTL = 300;
/** Milliseconds before an unanswered POST is aborted. */
const POST_PATIENCE = 10_000;
/**
 * Milliseconds of silence after which a stream counts as dead: three heartbeats of 10 s, and a
 * margin.
 */
const SILENCE = 32_000;
const RETRY_FIRST = 1_000;
const RETRY_MOST = 7_000;

export type Envelope = { from: string; message: string };

/** Sends one encrypted message. Throws an error that describes the failure. */
export async function postMessage(
  bridgeUrl: string,
  { from, to, body, traceId }: { from: string; to: string; body: string; traceId?: string | null },
  fetcher: typeof fetch = fetch,
): Promise<void> {
  const url = new URL(`${bridgeUrl.replace(/\/$/, '')}/message`);
  url.search = new URLSearchParams({
    client_id: from,
    to,
    ttl: String(TTL),
    ...(traceId ? { trace_id: traceId } : {}),
  }).toString();
  let response: Response;
  try {
    response = await fetcher(url, {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(POST_PATIENCE),
    });
  } catch {
    throw new Error(`The bridge at ${bridgeUrl} cannot be reached`);
  }
  if (!response.ok) {
    const said = (await response.text().catch(() => '')).trim().slice(0, 200);
    throw new Error(`The bridge at ${bridgeUrl} answered ${response.status}${said && `: ${said}`}`);
  }
}

/** The part of EventSource that a stream uses, so that tests can replace it. */
export type Source = {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string; lastEventId: string }) => void) | null;
  onerror: (() => void) | null;
  close(): void;
};

export type StreamState = 'connecting' | 'live' | 'retrying';

export type StreamOptions = {
  bridgeUrl: string;
  clientIds: string[];
  /** Read before each opening, because the cursor moves while the stream runs. */
  lastEventId(): string | null;
  onEnvelope(envelope: Envelope, eventId: string): void;
  onState(state: StreamState): void;
  open?: (url: string) => Source;
};

function streamUrl({ bridgeUrl, clientIds, lastEventId }: StreamOptions): string {
  const last = lastEventId();
  const query = new URLSearchParams({
    client_id: clientIds.join(','),
    heartbeat: 'message',
    ...(last ? { last_event_id: last } : {}),
  });
  return `${bridgeUrl.replace(/\/$/, '')}/events?${query}`;
}

function parseEnvelope(data: string): Envelope | null {
  try {
    const { from, message } = JSON.parse(data) as Partial<Envelope>;
    return typeof from === 'string' && typeof message === 'string' ? { from, message } : null;
  } catch {
    return null;
  }
}

/**
 * Keeps one event stream open. Reopens it with the last event id after an error (after 1 s,
 * doubling to 7 s) and after 32 s without any event or heartbeat. Returns a function that closes
 * it.
 */
export function openStream(options: StreamOptions): () => void {
  const open = options.open ?? ((url: string) => new EventSource(url) as Source);
  let source: Source | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = RETRY_FIRST;

  const again = (wait: number) => {
    source?.close();
    source = null;
    clearTimeout(timer);
    options.onState('retrying');
    timer = setTimeout(start, wait);
  };
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => again(0), SILENCE);
  };
  const start = () => {
    options.onState('connecting');
    source = open(streamUrl(options));
    source.onopen = () => {
      delay = RETRY_FIRST;
      options.onState('live');
      heard();
    };
    source.onmessage = ({ data, lastEventId }) => {
      heard();
      const envelope = data === 'heartbeat' ? null : parseEnvelope(data);
      if (envelope) options.onEnvelope(envelope, lastEventId);
    };
    source.onerror = () => {
      again(delay);
      delay = Math.min(delay * 2, RETRY_MOST);
    };
    heard();
  };

  start();
  return () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
}
