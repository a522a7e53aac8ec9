import { SignInError } from './sign-in-error.js';

/** A `fetch` for requests that can be repeated: their body is text. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/** Timeout of a request, ms. */
const PATIENCE_MS = 20_000;

/**
 * Posts `body` as JSON, or sends GET without one, and returns the parsed answer. Null if the answer has no
 * body.
 * @throws SignInError
 */
export async function ask<T>(
  send: Send,
  url: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE_MS);
  let answer: Response;
  let text: string;
  try {
    answer = await send(url, {
      method: body ? 'POST' : 'GET',
      headers: body ? { 'content-type': 'application/json', ...headers } : headers,
      body: body ? JSON.stringify(body) : null,
      cache: 'no-store',
      // A sign-out is sent even if the user leaves the page.
      keepalive: true,
      signal: late.signal,
    });
    text = await answer.text();
  } catch (cause) {
    throw new SignInError({ code: 'network', detail: `${url} does not answer`, cause });
  } finally {
    clearTimeout(timer);
  }
  const { ok, status, headers: told } = answer;
  let read: unknown;
  try {
    read = JSON.parse(text || 'null');
  } catch {
    // Not JSON, such as an error page of a proxy.
  }
  if (ok && read !== undefined) return read as T;
  const { code, detail, title } = Object(read) as Record<string, string | undefined>;
  throw new SignInError({
    code: code ?? 'unexpected',
    detail: detail ?? title ?? `${url} answers ${status}, and not as sign-in does`,
    status,
    retryAfter: Number(told.get('retry-after')) || null,
  });
}
