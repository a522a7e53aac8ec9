import { until } from '@prichal/connect/test/until.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { begin, later, move, settled, visited } from './testing/begun-session.js';
import { signInServer } from './testing/sign-in-server.js';

/** Challenges of a page whose timers stop while the device sleeps. */

beforeEach(() => {
  signInServer();
});

describe('a challenge', () => {
  const sleep = (ms: number) => {
    later(ms);
    window.dispatchEvent(new Event('visibilitychange'));
  };

  it('that expired while the page slept is not used', async () => {
    const { widget } = await visited();
    sleep(3_600_000);
    expect(widget.asked).toBe('loading');
    move();
    await until(() => widget.asked === 'challenge-2');
  });

  it('is renewed while a wallet is being chosen', async () => {
    const { session, widget } = begin();
    await settled(session);
    const signing = session.signIn();
    await until(() => widget.isAsked);
    expect(widget.asked).toBe('challenge-1');
    sleep(3_600_000);
    await until(() => widget.asked === 'challenge-2');
    widget.connect();
    await signing;
  });

  it('works after the clock was set back', async () => {
    const { widget } = await visited();
    sleep(-86_400_000);
    expect(widget.asked).toBe('challenge-1');
  });
});
