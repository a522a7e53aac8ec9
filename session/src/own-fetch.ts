import type { Access } from './access.js';
import type { Server } from './server.js';
import type { SessionOptions } from './types.js';

/** Whether the body can be sent twice. A stream cannot. */
const isReplayable = ({ body }: RequestInit): boolean =>
  typeof ReadableStream === 'undefined' || !(body instanceof ReadableStream);

/** See `SessionMembers`. Waits until the session is known. */
export async function ownFetch(
  server: Server,
  { apiOrigins = [], cookie }: SessionOptions,
  ready: () => Promise<Access | undefined>,
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  const request = input instanceof Request ? input : null;
  const url = new URL(request?.url ?? String(input), location.href);
  const given = new Headers(init.headers ?? request?.headers);
  const isOurs = url.origin === location.origin || apiOrigins.includes(url.origin);
  const access = isOurs && !given.has('authorization') ? await ready() : null;
  if (!access) return fetch(input, init);

  const send = async (to: RequestInfo | URL): Promise<[answer: Response, again: boolean]> => {
    const method = init.method ?? request?.method ?? 'GET';
    const { headers, prover } = await server.prove(method, url, access.current);
    const all = new Headers(given);
    for (const [name, value] of Object.entries(headers)) all.set(name, value);
    const credentials = cookie ? ({ credentials: 'include' } as const) : {};
    const answer = await fetch(to, { ...init, ...credentials, headers: all });
    return [answer, prover?.update(url, answer, false) === true];
  };

  const copy = request?.clone() ?? input;
  const used = await access.fresh();
  const [answer, again] = await send(input);
  if (answer.status !== 401) return answer;
  const isBetter = again || (await access.renew(used));
  return isBetter && isReplayable(init) ? (await send(copy))[0] : answer;
}
