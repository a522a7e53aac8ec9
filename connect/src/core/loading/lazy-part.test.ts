import { describe, expect, it, vi } from 'vitest';
import { lazy } from './lazy-part.js';

const part = () => ({ dispose: vi.fn() });

describe('lazy', () => {
  it('loads once and keeps the result', async () => {
    const make = vi.fn(async () => part());
    const it = lazy(make, () => undefined);
    expect(it.current).toBeNull();
    const [first, second] = await Promise.all([it.load(), it.load()]);
    expect(first).toBe(second);
    expect(it.current).toBe(first);
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('retries after a failure', async () => {
    const made = part();
    const make = vi.fn(async () => made);
    make.mockRejectedValueOnce(new Error('in a tunnel'));
    const it = lazy(make, () => undefined);
    await expect(it.load()).rejects.toThrow('in a tunnel');
    expect(await it.load()).toBe(made);
  });

  it('disposes of loaded and late parts', async () => {
    const early = part();
    const late = part();
    const make = vi
      .fn(async () => early)
      .mockResolvedValueOnce(early)
      .mockResolvedValueOnce(late);
    const it = lazy(make, () => undefined);
    await it.load();
    it.release();
    expect(early.dispose).toHaveBeenCalledTimes(1);
    const loading = it.load();
    // Loading. Earlier work that was requested does not start.
    await null;
    it.release();
    await loading;
    expect(late.dispose).toHaveBeenCalledTimes(1);
  });

  it('loads again for a caller after a release', async () => {
    const early = part();
    const late = part();
    const make = vi.fn(async () => late).mockResolvedValueOnce(early);
    const it = lazy(make, () => undefined);
    const loading = it.load();
    await null;
    it.release();
    expect(await loading).toBe(late);
    expect(early.dispose).toHaveBeenCalledTimes(1);
    expect(it.current).toBe(late);
  });

  it('rejects with a reason while it may not load', async () => {
    const made = part();
    const make = vi.fn(async () => made);
    let refusal: Error | null = null;
    const it = lazy(make, () => {
      if (refusal) throw refusal;
    });
    const loading = it.load();
    await null;
    refusal = new Error('gone');
    it.release();
    await expect(loading).rejects.toThrow('gone');
    expect(made.dispose).toHaveBeenCalledTimes(1);
    await expect(it.load()).rejects.toThrow('gone');
    expect(make).toHaveBeenCalledTimes(1);
    refusal = null;
    expect(await it.load()).toBe(made);
  });
});
