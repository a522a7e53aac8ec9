import { stopwatch } from './stopwatch.js';
import type { ConnectRequestParameters } from './types.js';

/** Payload for a wallet to sign. `expires_in` is in seconds. */
export type ChallengeAnswer = { payload: string; expires_in: number };

/** Time for a wallet to answer, ms, but at most this part of the challenge's lifetime. */
const ANSWER_MS = 60_000;
const ANSWER_PART = 0.2;

/** Pause after a failure, ms. */
const PAUSE_MS = 5_000;

/** Event that the widget sends when a connection begins. */
const STARTED = 'ton-connect-ui-connection-started';
/** Signs of a user who may want to connect. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', STARTED];

export type Challenge = {
  /**
   * Sets whether connect requests carry a challenge. The first sign of a user causes the request. So pages without a
   * sign send no request, and a press on the button does not wait.
   */
  want(wanted: boolean): void;
  /** Requests a challenge at once, unless there is a valid one. */
  load(): Promise<void>;
  /** The challenge that connect requests carry now. */
  readonly offered: string | null;
  dispose(): void;
};

/**
 * A challenge that is requested or offered. `left` returns the time during which a wallet can still be asked, ms.
 */
type Attempt = { readonly done: Promise<void>; payload?: string; left(): number };

/**
 * @param offer puts the challenge into connect requests
 * @param isChoosing whether the user is choosing a wallet. If so, a new challenge replaces the old one before that
 *   expires
 */
export function createChallenge(
  request: () => Promise<ChallengeAnswer>,
  offer: (parameters: ConnectRequestParameters | null) => void,
  isChoosing: () => boolean,
  failed: (error: unknown) => void,
): Challenge {
  let wanted: boolean | undefined;
  let attempt: Attempt | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sinceFailure = (): number => PAUSE_MS;
  const listening = new AbortController();

  const drop = (): void => {
    clearTimeout(timer);
    attempt = null;
  };
  const begin = (): Attempt => {
    const age = stopwatch();
    const done = request().then(
      ({ payload, expires_in }) => {
        if (attempt !== mine) return;
        const life = expires_in * 1000;
        mine.payload = payload;
        mine.left = () => life - Math.min(ANSWER_MS, life * ANSWER_PART) - age();
        timer = setTimeout(renew, mine.left());
        offer({ state: 'ready', value: { tonProof: payload } });
      },
      (error) => {
        if (attempt === mine) attempt = null;
        throw error;
      },
    );
    const mine: Attempt = { done, left: () => Number.POSITIVE_INFINITY };
    return mine;
  };
  const load = (): Promise<void> => {
    if (!attempt || attempt.left() <= 0) {
      drop();
      attempt = begin();
    }
    return attempt.done;
  };
  const loadQuietly = (): void => {
    load().catch((error) => {
      if (!wanted) return;
      sinceFailure = stopwatch();
      // Otherwise the wallet dialog waits for a challenge that never arrives. The wallet connects without a proof.
      offer(null);
      failed(error);
    });
  };
  const renew = (): void => {
    drop();
    if (!wanted) return;
    offer({ state: 'loading' });
    if (isChoosing() && !document.hidden) loadQuietly();
  };
  const on = (types: readonly string[], listener: (event: Event) => void): void => {
    for (const type of types) {
      window.addEventListener(type, listener, { passive: true, signal: listening.signal });
    }
  };
  on(SIGNS, ({ type }) => {
    const isPausing = type !== STARTED && sinceFailure() < PAUSE_MS;
    if (wanted && !attempt && !isPausing) loadQuietly();
  });
  // Timers stop while the page sleeps.
  on(['visibilitychange', 'pageshow'], () => {
    if (attempt && attempt.left() <= 0) renew();
  });

  return {
    want(now) {
      if (wanted === now) return;
      const isFirst = wanted === undefined;
      wanted = now;
      drop();
      offer(now ? { state: 'loading' } : null);
      // The user may have pressed the button before this code was loaded.
      if (now && isFirst && navigator.userActivation?.hasBeenActive) loadQuietly();
    },
    load,
    get offered() {
      return attempt?.payload ?? null;
    },
    dispose() {
      listening.abort();
      this.want(false);
    },
  };
}
