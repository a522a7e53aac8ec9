import type { SessionUser, SignedIn } from '@prichal/telegram/session';
import { failure, handled } from './failure.js';

/** Gets a session from the server. Null if the page has nothing to sign in with. */
export type Exchange = (run: Run) => Promise<SignedIn | null>;

/** A look-up, a sign-in or a link. */
export type Run = {
  readonly exchange: Exchange;
  /** The user whom the run signed in. Rejections are marked as handled: the state has the error too. */
  readonly promise: Promise<SessionUser>;
  resolve(user: SessionUser | Promise<SessionUser>): void;
  reject(error: unknown): void;
  /** Set by a sign-out. */
  isCancelled: boolean;
};

export function createRun(exchange: Exchange): Run {
  let resolve!: Run['resolve'];
  let reject!: Run['reject'];
  const promise = new Promise<SessionUser>((...both) => {
    [resolve, reject] = both;
  });
  return { exchange, promise: handled(promise), resolve, reject, isCancelled: false };
}

export function cancel(run: Run): void {
  run.isCancelled = true;
  run.reject(failure('cancelled', 'The sign-in was cancelled'));
}
