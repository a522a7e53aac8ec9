import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadEntries, PUBLIC_LIST } from './list.js';

const OWN = 'https://app.example/wallets-v2.json';
const LIST = [
  { app_name: 'alpha', name: 'Alpha', platforms: ['ios'], bridge: [{ type: 'js', key: 'alpha' }] },
];

const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const hang = (signal: AbortSignal | null | undefined) =>
  new Promise<Response>((_, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason)),
  );

const names = ({ entries }: { entries: { name: string }[] }) => entries.map(({ name }) => name);

const fetching = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', fetching);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  fetching.mockReset();
});

describe('loadEntries', () => {
  it("loads no other list if the app's list loads", async () => {
    fetching.mockResolvedValue(answer(LIST));
    expect(names(await loadEntries([OWN, PUBLIC_LIST]))).toEqual(['Alpha']);
    expect(fetching.mock.calls.map(([url]) => url)).toEqual([OWN]);
  });

  it.each([
    ['returns an error', () => Promise.resolve(answer(LIST, 500))],
    ['returns no list', () => Promise.resolve(answer({ hello: 1 }))],
    ['returns an empty list', () => Promise.resolve(answer([]))],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('requests the public list if ours %s', async (_, broken) => {
    fetching.mockImplementation((url) => (url === OWN ? broken() : Promise.resolve(answer(LIST))));
    expect(names(await loadEntries([OWN, PUBLIC_LIST]))).toEqual(['Alpha']);
    expect(fetching.mock.lastCall?.[0]).toBe('https://config.ton.org/wallets-v2.json');
  });

  it('times out after four seconds', async () => {
    fetching.mockImplementation((url, init) =>
      url === OWN ? hang(init?.signal) : Promise.resolve(answer(LIST)),
    );
    const loading = loadEntries([OWN, PUBLIC_LIST]);
    await vi.advanceTimersByTimeAsync(3999);
    expect(fetching).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(names(await loading)).toEqual(['Alpha']);
  });

  it('falls back to the SDK’s built-in list, which needs no network', async () => {
    fetching.mockRejectedValue(new TypeError('Failed to fetch'));
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { entries, builtIn } = await loadEntries([OWN, PUBLIC_LIST]);
    expect(builtIn).toBe(true);
    expect(entries.length).toBeGreaterThan(10);
    expect(entries.find(({ app_name }) => app_name === 'tonkeeper')).toMatchObject({
      universal_url: expect.stringContaining('https://'),
      bridge: expect.arrayContaining([{ type: 'js', key: 'tonkeeper' }]),
    });
  });
});
