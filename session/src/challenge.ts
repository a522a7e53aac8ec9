import { stopwatch } from './stopwatch.js';
import type { ConnectRequestParameters } from './types.js';

/** What a wallet signs. `expires_in` in seconds. */
export type ChallengeAnswer = { payload: string; expires_in: number };

/** Time that a wallet has to answer, ms. If the challenge lives shortly, that part of its life. */
const ANSWER_MS = 60_000;
const ANSWER_PART = 0.2;

/** Pause after a failure, ms. */
const PAUSE_MS = 5_000;

/** The widget sends it when a connection begins. */
const STARTED = 'ton-connect-ui-connection-started';
/** Signs of a user who may want to connect. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', STARTED];

export type Challenge = {
  /**
   * Sets whether connect requests carry a challenge. It is requested at the first sign of a user, so that
   * readers cost the server nothing, and a press on the button does not wait.
   */
  want(wanted: boolean): void;
  /** Requests a challenge at once, unless there is a valid one. */
  load(): Promise<void>;
  /** The challenge that connect requests carry now. */
  readonly offered: string | null;
  dispose(): void;
};

/** A challenge that is requested or offered. `left` is the time until it is too late to ask a wallet, ms. */
type Attempt = { readonly done: Promise<void>; payload?: string; left(): number };

/**
 * @param offer puts it into connect requests
 * @param isChoosing whether the user chooses a wallet: a new challenge then comes before the end of the old one
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
      // Otherwise the sheet waits for a challenge that does not come. The wallet connects without a proof.
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
