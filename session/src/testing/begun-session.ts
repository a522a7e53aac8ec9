import { until } from '@prichal/connect/test/until.ts';
import type { SignedIn } from '@prichal/telegram/session';
import { afterEach, vi } from 'vitest';
import { Session } from '../session.js';
import type { SessionOptions, WalletSource } from '../types.js';
import { walletSource } from './wallet-source.js';

/* Sessions of the page under test, and its clock. Both end with the test that created them. */

const stops: (() => void)[] = [];

/** Removes every component that uses a session. */
export const stopAll = (): void => {
  for (const stop of stops.splice(0)) stop();
};
afterEach(() => {
  stopAll();
  vi.restoreAllMocks();
});

/** Uses `session` until the test ends. */
export function start(session: Session, ui?: WalletSource): Session {
  stops.push(session.start(ui));
  return session;
}

/** A session without a widget, bound to no key. */
export const beginAlone = (options: SessionOptions = {}): Session =>
  start(new Session({ dpop: false, ...options }));

/** A session bound to no key, with a widget whose user is scripted. */
export function begin(options: SessionOptions = {}, widget = walletSource()) {
  const session = start(new Session({ dpop: false, ...options }), widget.source);
  return { session, widget, status: () => session.getState().status };
}

/** Signs in like `signInWithInitData`, with init data that the test server accepts. */
export const byInitData: NonNullable<SessionOptions['telegram']> = async ({
  send,
  authorization = 'tma raw',
  link,
}) => {
  const answer = await send?.('/auth/telegram', {
    method: 'POST',
    body: JSON.stringify({ link }),
    headers: { authorization },
  });
  return (await answer?.json()) as SignedIn;
};

const isSignedIn = (session: Session) => until(() => session.getState().status === 'signed-in');

/** Waits until the session is known. */
export const settled = (session: Session) => until(() => session.getState().status !== 'unknown');

/** `begin()` with init data, after the sign-in. */
export async function signedIn(options: SessionOptions = {}, widget = walletSource()) {
  const begun = begin({ telegram: byInitData, ...options }, widget);
  await isSignedIn(begun.session);
  return begun;
}

/** `beginAlone()` with init data, after the sign-in. */
export async function signedInAlone(options: SessionOptions = {}): Promise<Session> {
  const session = beginAlone({ telegram: byInitData, ...options });
  await isSignedIn(session);
  return session;
}

/** Simulates a sign of a user. */
export const move = () => window.dispatchEvent(new PointerEvent('pointermove'));

/** `begin()` with a sign of a user, whose wallet will be asked for a proof. */
export async function visited(): Promise<ReturnType<typeof begin>> {
  const begun = begin();
  await settled(begun.session);
  // The code that waits for a sign may have to load.
  await until(() => {
    move();
    return begun.widget.asked === 'challenge-1';
  });
  return begun;
}

/** Moves the clock forward or back without running timers, as if the page had slept. */
export const later = (ms: number): void => {
  const now = Date.now() + ms;
  vi.spyOn(Date, 'now').mockImplementation(() => now);
};

/** Waits until due timers and messages have run, so that a wrong effect would appear. */
export const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve));
};
