import { expect, test } from './test.ts';

// The sandbox simulates a refused bridge as broken connections. The server redirects to a closed
// port instead, so each engine is tested for its behaviour.

/** Sets the fault of the server's bridge. Runs in the page, so it must be self-contained. */
const choose = async (fault: string): Promise<number> =>
  (await fetch(`/stand/bridge?fault=${fault}&half=all`, { method: 'POST' })).status;

/** Returns the result of the app's message. */
async function send(): Promise<string> {
  const query = `client_id=${'a'.repeat(64)}&to=${'b'.repeat(64)}&ttl=60`;
  try {
    const { status } = await fetch(`/bridge/message?${query}`, { method: 'POST', body: 'eA==' });
    return `answered ${status}`;
  } catch (error) {
    return (error as Error).name;
  }
}

/** Returns the first result of the app's stream, and of the same request by fetch. */
async function listen(): Promise<readonly [stream: string, read: string]> {
  const address = `/bridge/events?client_id=${'a'.repeat(64)}`;
  const source = new EventSource(address);
  const stream = await new Promise<string>((resolve) => {
    for (const type of ['open', 'error']) source.addEventListener(type, () => resolve(type));
  });
  source.close();
  const stop = new AbortController();
  const read = await fetch(address, { signal: stop.signal }).then(
    ({ status }) => `answered ${status}`,
    (error: Error) => error.name,
  );
  stop.abort();
  return [stream, read];
}

test('a refusing bridge is a broken connection for the app', async ({ tab, site }) => {
  // Bypasses the proxy, which would break the connection itself.
  await tab.goto(`${site.binary}/stand/dapp/`);
  expect(await tab.run(send)).toBe('answered 200');
  expect(await tab.run(listen)).toEqual(['open', 'answered 200']);
  expect(await tab.run(choose, 'refused')).toBe(200);
  try {
    expect(await tab.run(send)).toBe('TypeError');
    expect(await tab.run(listen)).toEqual(['error', 'TypeError']);
  } finally {
    await tab.run(choose, 'none');
  }
  expect(await tab.run(send)).toBe('answered 200');
  expect(await tab.run(listen)).toEqual(['open', 'answered 200']);
});
