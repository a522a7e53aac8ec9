import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Mailboxes } from './mailboxes.ts';
import { readBody } from './read-body.ts';

/** Maximum size of a message, in bytes. */
const MOST_BYTES = 65_536;
/** Maximum TTL of a message, in seconds. */
const MOST_TTL = 300;
/** Maximum number of client ids of one stream. */
const MOST_IDS = 100;
/** Milliseconds between two heartbeats. */
const HEARTBEAT = 10_000;

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'content-type, authorization, last-event-id',
  'access-control-allow-private-network': 'true',
};

const isClientId = (text: string | null): text is string =>
  text !== null && /^[0-9a-f]{64}$/i.test(text);

function answer(response: ServerResponse, statusCode: number, message: string): void {
  response.writeHead(statusCode, { ...CORS, 'content-type': 'application/json' });
  response.end(JSON.stringify({ message, statusCode }));
}

/** Returns the problem with a message's parameters. Null if there is none. */
function problemOf(query: URLSearchParams): string | null {
  const ttl = Number(query.get('ttl'));
  for (const name of ['client_id', 'to'])
    if (!isClientId(query.get(name))) return `${name} must be 64 hexadecimal characters`;
  return Number.isInteger(ttl) && ttl >= 1 && ttl <= MOST_TTL
    ? null
    : `ttl must be a whole number of seconds from 1 to ${MOST_TTL}`;
}

async function post(
  mailboxes: Mailboxes,
  query: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request, MOST_BYTES);
  const problem = body === null ? null : (problemOf(query) ?? (body === '' ? 'no body' : null));
  if (body === null) answer(response, 413, `the body has more than ${MOST_BYTES} bytes`);
  else if (problem !== null) answer(response, 400, problem);
  else {
    const of = (name: string) => (query.get(name) ?? '').toLowerCase();
    // Responds to the sender before delivering, because @tonconnect/sdk 3.4.1 drops an answer that
    // arrives before the response to its request.
    response.once('finish', () =>
      mailboxes.post(of('client_id'), of('to'), body, Number(query.get('ttl'))),
    );
    answer(response, 200, 'OK');
  }
}

function stream(
  mailboxes: Mailboxes,
  query: URLSearchParams,
  { ids, after }: { ids: readonly string[]; after: number },
  response: ServerResponse,
): void {
  response.writeHead(200, {
    ...CORS,
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
  });
  const beat =
    query.get('heartbeat') === 'message'
      ? 'event: message\ndata: heartbeat\n\n'
      : 'event: heartbeat\n\n';
  response.write(beat);
  const timer = setInterval(() => response.write(beat), HEARTBEAT);
  timer.unref();
  const stop = mailboxes.listen(ids, after, ({ id, from, message }) =>
    response.write(`event: message\nid: ${id}\ndata: ${JSON.stringify({ from, message })}\n\n`),
  );
  response.once('close', () => {
    clearInterval(timer);
    stop();
  });
}

function subscribe(
  mailboxes: Mailboxes,
  query: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const ids = (query.get('client_id') ?? '').toLowerCase().split(',');
  const after = Number(query.get('last_event_id') ?? request.headers['last-event-id'] ?? 0);
  if (ids.length > MOST_IDS || !ids.every(isClientId))
    answer(response, 400, `client_id must be 1 to ${MOST_IDS} ids of 64 hexadecimal characters`);
  else if (!Number.isInteger(after) || after < 0)
    answer(response, 400, 'last_event_id must be a whole number');
  else stream(mailboxes, query, { ids, after }, response);
}

/** Answers a bridge request below `base`. Returns false if the request is not for the bridge. */
export async function answerAsBridge(
  mailboxes: Mailboxes,
  base: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bridge.invalid');
  if (!pathname.startsWith(`${base}/`)) return false;
  const path = pathname.slice(base.length);
  if (request.method === 'OPTIONS') response.writeHead(204, CORS).end();
  else if (path === '/message' && request.method === 'POST')
    await post(mailboxes, searchParams, request, response);
  else if (path === '/events' && request.method === 'GET')
    subscribe(mailboxes, searchParams, request, response);
  else answer(response, 404, `${request.method} ${pathname}: a bridge has /events and /message`);
  return true;
}
