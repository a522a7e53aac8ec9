import type { VitestUtils } from 'vitest';

type Answer = { body: string; code?: number };

/**
 * The part of `vitest-fetch-mock` that the official suite uses. The answer's status is always 200,
 * because that package has no property `code`.
 */
export default function createFetchMock(vi: VitestUtils) {
  let url: string | undefined;
  let answer: (() => Answer) | undefined;
  const fetchMock = vi.fn(async (input: string | URL | Request) => {
    const asked = input instanceof Request ? input.url : String(input);
    if (!answer || asked !== url) throw new TypeError(`no answer for ${asked}`);
    return new Response(answer().body);
  });
  return Object.assign(fetchMock, {
    enableMocks(): void {
      vi.stubGlobal('fetch', (input: string | URL | Request) => fetchMock(input));
    },
    mockIf(source: string, answerWith: () => Answer): void {
      url = source;
      answer = answerWith;
    },
  });
}
