// Hears what pages of a browser context get from servers of ours, as the browser tells it; nothing of the pages is
// changed.
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
  // What a test makes up comes from no address; what is asked for with a condition may be the browser's own copy.
  if ((await response.serverAddr()) === null) return;
  if ((await request.allHeaders())['if-none-match'] !== undefined) return;
  const headers = await headersOf(response);
  const isStream = headers.get('content-type')?.[0] === 'text/event-stream';
  // A stream is told when it begins, because it has no end to wait for.
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
 * From here on what pages of this context get is held to docs/api.
 * @returns a function that waits until all that has come is noted
 */
export function hearPages(context: BrowserContext): () => Promise<void> {
  const noting = new Set<Promise<void>>();
  const hear = (request: Request, response: Response | null, whole: boolean) => {
    if (!response) return;
    // A page that is left takes along what it was told.
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
