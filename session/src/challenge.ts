import { listen } from './listen.js';
import { stopwatch } from './stopwatch.js';
import type { ConnectRequestParameters } from './types.js';

/** What a wallet is to sign. */
export type ChallengeAnswer = { payload: string; expires_in: number };

/** A challenge has to hold for the wallet's answer still, ms; where its life is short, for a part of that. */
const ANSWER_MS = 60_000;
const ANSWER_PART = 0.2;

/** That somebody is there, and may want to connect. The last is the widget's own, of a page that opens it. */
const SIGNS = 'pointermove pointerdown keydown ton-connect-ui-connection-started';

export type Challenge = {
  /**
   * Whether connect requests are to carry one. It is asked for at the first sign of a visitor: who only looks
   * costs the server nothing, and who presses a button does not wait.
   */
  want(wanted: boolean): void;
  /** Asks for one at once, unless there is one that holds. */
  ask(): Promise<void>;
  /** Whether connect requests carry one now. */
  readonly offered: string | null;
  dispose(): void;
};

/**
 * @param offer puts it into connect requests
 * @param isChoosing whether a wallet is being chosen: then a new one comes by itself before the end
 */
export function createChallenge(
  request: () => Promise<ChallengeAnswer>,
  offer: (parameters: ConnectRequestParameters | null) => void,
  isChoosing: () => boolean,
  failed: (error: unknown) => void,
): Challenge {
  let wanted: boolean | undefined;
  let offered: string | null = null;
  /** Until it is too late to ask with it, ms. */
  let left: () => number = () => 0;
  let asking: Promise<void> | null = null;
  /** What was asked for before is not taken any more when this is another one. */
  let turn = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unlisten: (() => void) | undefined;

  const drop = (): void => {
    clearTimeout(timer);
    turn += 1;
    offered = null;
    asking = null;
    left = () => 0;
  };
  const have = async (mine: number): Promise<void> => {
    const age = stopwatch();
    try {
      const { payload, expires_in } = await request();
      if (turn !== mine) return;
      offered = payload;
      const life = expires_in * 1000;
      left = () => life - Math.min(ANSWER_MS, life * ANSWER_PART) - age();
      timer = setTimeout(renew, left());
      offer({ state: 'ready', value: { tonProof: payload } });
    } finally {
      if (turn === mine) asking = null;
    }
  };
  const ask = async (): Promise<void> => {
    if (left() > 0) return;
    if (!asking) {
      drop();
      asking = have(turn);
    }
    await asking;
  };
  const askQuietly = (): void => {
    unlisten?.();
    ask().catch((error) => {
      if (!wanted) return;
      // The sheet must not wait for what does not come: the wallet connects, and the state says why there
      // is no session.
      offer(null);
      failed(error);
      arm();
    });
  };
  const arm = (): void => {
    unlisten?.();
    if (wanted) unlisten = listen(window, SIGNS, askQuietly, { passive: true });
  };
  const renew = (): void => {
    drop();
    if (!wanted) return;
    offer({ state: 'loading' });
    if (isChoosing() && !document.hidden) askQuietly();
    else arm();
  };
  // Timers stand still while the page sleeps.
  const wake = listen(window, 'visibilitychange pageshow', () => {
    if (offered && left() <= 0) renew();
  });

  return {
    want(now) {
      if (wanted === now) return;
      wanted = now;
      drop();
      offer(now ? { state: 'loading' } : null);
      arm();
    },
    ask,
    get offered() {
      return offered;
    },
    dispose() {
      wake();
      this.want(false);
    },
  };
}
