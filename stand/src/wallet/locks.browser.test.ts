import { afterEach, describe, expect, it, vi } from 'vitest';
import { alone } from './locks';

afterEach(() => vi.restoreAllMocks());

describe('alone', () => {
  it('runs one task after the other', async () => {
    const order: string[] = [];
    const task = (name: string) => async () => {
      order.push(`${name} begins`);
      await Promise.resolve();
      order.push(`${name} ends`);
    };
    await Promise.all([alone('test/order', task('a')), alone('test/order', task('b'))]);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('asks again when the lock came while the page could not be called', async () => {
    const request = vi.spyOn(navigator.locks, 'request');
    request.mockRejectedValueOnce(new Error('The provided callback is no longer runnable.'));
    expect(await alone('test/paused', async () => 'done')).toBe('done');
    expect(request).toHaveBeenCalledTimes(2);
  });

  it('gives on what the task throws, and does not run it twice', async () => {
    const task = vi.fn(async () => {
      throw new TypeError('mine');
    });
    await expect(alone('test/throws', task)).rejects.toThrow('mine');
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('gives up waiting when it is told to', async () => {
    const quit = new AbortController();
    let holder = Promise.resolve();
    let release = () => {};
    const begun = new Promise<void>((begin) => {
      holder = alone('test/held', () => {
        begin();
        return new Promise<void>((resolve) => {
          release = resolve;
        });
      });
    });
    await begun;
    const waiting = alone('test/held', async () => undefined, quit.signal);
    quit.abort();
    await expect(waiting).rejects.toThrow();
    release();
    await holder;
  });
});
