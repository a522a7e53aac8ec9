import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** The package keeps one head per page. Each test is a separate page. */
beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A page in a plain browser, with this suffix of its address. */
function plainPage(hash: string): void {
  const page = Object.assign(new EventTarget(), {
    location: new URL(`https://app.example/${hash}`),
  });
  vi.stubGlobal('window', Object.assign(page, { parent: page }));
  vi.stubGlobal('location', page.location);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('sessionStorage', {});
  vi.stubGlobal('document', { referrer: '' });
}

/** Returns what is logged when an app uses the package as usual. */
async function logOfAnApp(): Promise<unknown[][]> {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const { expand, head, ready } = await import('../index.js');
  expand();
  ready();
  expect(head().tell('web_app_ready')).toBe(false);
  return error.mock.calls;
}

it('on a server nothing is posted, and a missing window is logged', async () => {
  expect(await logOfAnApp()).toContainEqual([
    "Can't post event to parent window: window is not defined",
  ]);
});

it("in a plain browser a launch posts nothing, and logs 'Can't post event to TMA' once", async () => {
  plainPage('#tgWebAppVersion=9.1&tgWebAppPlatform=ios');
  expect(await logOfAnApp()).toEqual([["Can't post event to TMA"]]);
});

it('a page without a launch posts and logs nothing', async () => {
  plainPage('');
  expect(await logOfAnApp()).toEqual([]);
});
