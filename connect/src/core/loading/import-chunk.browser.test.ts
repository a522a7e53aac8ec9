import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { importChunk } from './import-chunk.js';

/** Returns a module with this text, at a unique address. `//` keeps a query out of the text. */
const module = (text: string) => `data:text/javascript,${encodeURIComponent(`${text};`)}//`;
const firefox = (address: string) =>
  new TypeError(`error loading dynamically imported module: ${address}`);
const chromium = new TypeError('Failed to fetch dynamically imported module: http://a/b.js');

const webkit = new TypeError('Importing a module script failed.');

function preload(href: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = href;
  document.head.append(link);
  return link;
}

/** Makes every `fetch` fail. Returns a function that lists their addresses. */
function spyOnFetch(): () => string[] {
  const fetching = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Load failed'));
  return () => fetching.mock.calls.map(([address]) => String(address));
}

const pass = () => vi.advanceTimersByTimeAsync(400);

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('importChunk', () => {
  it('requests a chunk once if it loads', async () => {
    const load = vi.fn(async () => ({ answer: 1 }));
    expect(await importChunk(load, 'answer')).toEqual({ answer: 1 });
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('retries after 400 ms', async () => {
    const load = vi.fn(async () => ({ answer: 1 })).mockRejectedValueOnce(chromium);
    const chunk = importChunk(load, 'answer');
    await vi.advanceTimersByTimeAsync(399);
    expect(load).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await chunk).toEqual({ answer: 1 });
  });

  it('does not fetch unrelated preloads when a chunk fails', async () => {
    const links = Array.from({ length: 200 }, (_, index) => preload(`/host-${index}.js`));
    const fetched = spyOnFetch();
    const load = vi.fn().mockRejectedValue(webkit);
    for (let press = 0; press < 2; press++) {
      const failed = expect(importChunk(load, 'answer' as never)).rejects.toThrow();
      await pass();
      await failed;
    }
    expect(load).toHaveBeenCalledTimes(4);
    expect(fetched()).toEqual([]);
    for (const link of links) link.remove();
  });

  it('refetches the preloads of its own chunk before each retry: WebKit caches the failure', async () => {
    const host = preload('/host.js');
    const links: HTMLLinkElement[] = [];
    const fetched = spyOnFetch();
    // Bundlers preload a chunk at its first import only.
    const load = vi.fn(async () => {
      if (links.length === 0) links.push(preload('/own-chunk.js'));
      throw webkit;
    });
    for (let press = 1; press <= 2; press++) {
      const failed = expect(importChunk(load, 'own' as never)).rejects.toThrow();
      await pass();
      await failed;
      expect(fetched()).toEqual(Array(press).fill(links[0]?.href));
    }
    for (const link of [host, ...links]) link.remove();
  });

  it('rejects with the last error, and retries at the next call', async () => {
    const load = vi.fn(async () => ({ answer: 1 }));
    load.mockRejectedValueOnce(new Error('first')).mockRejectedValueOnce(new Error('second'));
    const failed = importChunk(load, 'answer').catch((error: unknown) => error);
    await pass();
    expect(await failed).toMatchObject({ code: 'NOT_LOADED', cause: { message: 'second' } });
    expect(await importChunk(load, 'answer')).toEqual({ answer: 1 });
  });

  it.each([
    ['by itself', 'export const answer = 2'],
    ['in a larger chunk', 'export const other = 0; export const t = { answer: 2 }'],
  ])('loads it from another address if Firefox caches the failure: %s', async (_, text) => {
    const load = vi.fn(async () => ({ answer: 1 })).mockRejectedValue(firefox(module(text)));
    const chunk = importChunk(load, 'answer');
    await pass();
    expect((await chunk).answer).toBe(2);
  });

  it('does not confuse it with another module', async () => {
    const load = vi.fn().mockRejectedValue(firefox(module('export const other = 0')));
    const failed = expect(importChunk(load, 'answer' as never)).rejects.toThrow('error loading');
    await pass();
    await failed;
  });
});
