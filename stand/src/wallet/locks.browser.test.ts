import { afterEach, describe, expect, it, vi } from 'vitest';
import { alone } from './locks';

afterEach(() => vi.restoreAllMocks());

describe('locks', () => {
  it('run one task after the other', async () => {
    const order: string[] = [];
    const task = (name: string) => async () => {
      order.push(`${name} begins`);
      await Promise.resolve();
      order.push(`${name} ends`);
    };
    await Promise.all([alone('test/order', task('a')), alone('test/order', task('b'))]);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('retry if the lock arrives while the page cannot be called', async () => {
    const request = vi.spyOn(navigator.locks, 'request');
    request.mockRejectedValueOnce(new Error('The provided callback is no longer runnable.'));
    expect(await alone('test/paused', async () => 'done')).toBe('done');
    expect(request).toHaveBeenCalledTimes(2);
  });

  it("pass on the task's error and do not run it twice", async () => {
    const task = vi.fn(async () => {
      throw new TypeError('mine');
    });
    await expect(alone('test/throws', task)).rejects.toThrow('mine');
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('stop waiting when aborted', async () => {
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
