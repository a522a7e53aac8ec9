import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { importChunk } from './import-chunk.js';

/** A module with this text, at an address of its own. `//` keeps a query out of the text. */
const module = (text: string) => `data:text/javascript,${encodeURIComponent(`${text};`)}//`;
const firefox = (address: string) =>
  new TypeError(`error loading dynamically imported module: ${address}`);
const chromium = new TypeError('Failed to fetch dynamically imported module: http://a/b.js');

const pass = () => vi.advanceTimersByTimeAsync(400);

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe('importChunk', () => {
  it('asks once for a chunk that comes', async () => {
    const load = vi.fn(async () => ({ answer: 1 }));
    expect(await importChunk(load, 'answer')).toEqual({ answer: 1 });
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('asks again after 400 ms for one that does not', async () => {
    const load = vi.fn(async () => ({ answer: 1 })).mockRejectedValueOnce(chromium);
    const chunk = importChunk(load, 'answer');
    await vi.advanceTimersByTimeAsync(399);
    expect(load).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await chunk).toEqual({ answer: 1 });
  });

  it('fetches what the page has preloaded before it asks again: WebKit keeps a failure until then', async () => {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = '/no-such-chunk.js';
    document.head.append(link);
    const asked: string[] = [];
    const fetching = vi.spyOn(window, 'fetch').mockImplementation(async (url) => {
      asked.push(String(url));
      throw new TypeError('Load failed');
    });
    const load = vi.fn(async () => ({ asked: [...asked] }));
    load.mockRejectedValueOnce(new TypeError('Importing a module script failed.'));
    const chunk = importChunk(load, 'asked');
    await pass();
    expect((await chunk).asked).toContain(link.href);
    fetching.mockRestore();
    link.remove();
  });

  it('fails with the last error when that fails too, and tries anew at the next call', async () => {
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
  ])('takes it from another address where Firefox keeps the failure: %s', async (_, text) => {
    const load = vi.fn(async () => ({ answer: 1 })).mockRejectedValue(firefox(module(text)));
    const chunk = importChunk(load, 'answer');
    await pass();
    expect((await chunk).answer).toBe(2);
  });

  it('does not take another module for it', async () => {
    const load = vi.fn().mockRejectedValue(firefox(module('export const other = 0')));
    const failed = expect(importChunk(load, 'answer' as never)).rejects.toThrow('error loading');
    await pass();
    await failed;
  });
});
