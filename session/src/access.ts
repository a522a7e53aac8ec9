import type { SignedIn, SignInError } from '@prichal/telegram/session';
import { stopwatch } from './stopwatch.js';

/** Part of a token's lifetime after which the next request renews it. */
const RENEWAL_PART = 0.9;
/** Minimum time between renewals, ms. A 401 to a younger token has another reason. */
const PAUSE_MS = 5_000;

/** The tokens of a session, and their renewal. */
export type Access = {
  readonly current: SignedIn;
  /** Renews tokens that expire soon. If that fails, returns them as they are. */
  fresh(): Promise<SignedIn>;
  /**
   * Renews tokens after a request with `used` got a 401. Returns whether newer tokens exist. Concurrent calls share one
   * renewal.
   */
  renew(used: SignedIn): Promise<boolean>;
};

/** @param ended called when the server has ended the session */
export function createAccess(
  begun: SignedIn,
  refresh: (refreshToken: string | undefined) => Promise<SignedIn>,
  renewed: (answer: SignedIn) => void,
  ended: (error: SignInError) => void,
): Access {
  let current = begun;
  let age = stopwatch();
  let tried: () => number = () => PAUSE_MS;
  let renewal: Promise<void> | null = null;

  const request = async (): Promise<void> => {
    tried = stopwatch();
    try {
      current = await refresh(current.refresh_token);
      age = stopwatch();
      renewed(current);
    } catch (error) {
      const { status } = error as SignInError;
      // After other errors, the next request can succeed.
      if (status === 400 || status === 401) ended(error as SignInError);
    }
    renewal = null;
  };
  const renewIfDue = (): Promise<void> | null => {
    if (!renewal && Math.min(age(), tried()) >= PAUSE_MS) renewal = request();
    return renewal;
  };

  return {
    get current() {
      return current;
    },
    async fresh() {
      const { access_token, expires_in = 0 } = current;
      if (renewal || (access_token && age() > expires_in * 1000 * RENEWAL_PART)) await renewIfDue();
      return current;
    },
    async renew(used) {
      if (used === current) await renewIfDue();
      return used !== current;
    },
  };
}
