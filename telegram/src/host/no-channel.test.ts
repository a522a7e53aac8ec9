import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** The package keeps one channel a page; each test is a page of its own. */
beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** What is logged when something is posted from here. */
async function logOf(type: string): Promise<string> {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const { hostChannel } = await import('./channel.js');
  expect(hostChannel().post(type)).toBe(false);
  return String(error.mock.calls[0]?.[0]);
}

it('on a server nothing is posted, and the log says that there is no window', async () => {
  expect(await logOf('web_app_ready')).toBe(
    "Can't post event to parent window: window is not defined",
  );
});

it("in a plain browser nothing is posted, and the log says 'Can't post event to TMA'", async () => {
  const page = Object.assign(new EventTarget(), { location: new URL('https://app.example/') });
  vi.stubGlobal('window', Object.assign(page, { parent: page }));
  vi.stubGlobal('location', page.location);
  vi.stubGlobal('document', { referrer: '' });
  expect(await logOf('web_app_ready')).toContain("Can't post event to TMA");
});
