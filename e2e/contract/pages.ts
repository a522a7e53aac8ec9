// Records the answers that pages of a browser context get from our servers, as reported by the
// browser. The pages are not changed.
import type { BrowserContext, Request, Response } from '@playwright/test';
import { answers } from './answers.ts';

const JSON_TYPE = /^application\/([\w.-]+\+)?json\b/;

async function headersOf(response: Response): Promise<Map<string, string[]>> {
  const headers = new Map<string, string[]>();
  for (const { name, value } of await response.headersArray()) {
    const key = name.toLowerCase();
    headers.set(key, [...(headers.get(key) ?? []), value]);
  }
  return headers;
}

async function note(request: Request, response: Response, whole: boolean): Promise<void> {
  const url = new URL(response.url());
  const listener = answers.listenerAt(url.origin);
  if (!listener) return;
  // Answers from a test's route have no address. The browser may answer conditional requests from
  // its cache.
  if ((await response.serverAddr()) === null) return;
  if ((await request.allHeaders())['if-none-match'] !== undefined) return;
  const headers = await headersOf(response);
  const isStream = headers.get('content-type')?.[0] === 'text/event-stream';
  // A stream is recorded when it begins, because it does not end.
  if (isStream === whole) return;
  const read = whole && JSON_TYPE.test(headers.get('content-type')?.[0] ?? '');
  answers.note({
    listener,
    method: request.method(),
    target: url.pathname + url.search,
    status: response.status(),
    headers,
    body: read ? await response.text() : null,
  });
}

/**
 * Checks the answers for pages of this context against docs/api from now on.
 * @returns a function that waits until all received answers are recorded
 */
export function hearPages(context: BrowserContext): () => Promise<void> {
  const noting = new Set<Promise<void>>();
  const hear = (request: Request, response: Response | null, whole: boolean) => {
    if (!response) return;
    // The answers of a page are lost when the page navigates away.
    const one: Promise<void> = note(request, response, whole)
      .catch(() => undefined)
      .finally(() => noting.delete(one));
    noting.add(one);
  };
  context.on('response', (response) => hear(response.request(), response, false));
  context.on('requestfinished', (request) => {
    const asked: Promise<void> = request
      .response()
      .then((response) => hear(request, response, true))
      .catch(() => undefined)
      .finally(() => noting.delete(asked));
    noting.add(asked);
  });
  return async () => {
    while (noting.size > 0) await Promise.all(noting);
  };
}
