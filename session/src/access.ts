import type { SignedIn, SignInError } from '@prichal/telegram/session';
import { stopwatch } from './stopwatch.js';

/** Part of a token's life after which a new one is had before the next request. */
const USED_UP = 0.9;
/** A token that is younger, ms, is not what a 401 is about. Nor is one asked for again sooner. */
const PAUSE_MS = 5_000;

/** Somebody's session: what authorizes its requests, and how that is renewed. */
export type Access = {
  readonly current: SignedIn;
  /** `current`, renewed where its end is near. Where that fails, as it is. */
  fresh(): Promise<SignedIn>;
  /** After a 401 to a request with `used`: whether there is something newer by now. One asks for all. */
  renew(used: SignedIn): Promise<boolean>;
};

/** @param ended the server says that it is over */
export function createAccess(
  begun: SignedIn,
  refresh: (refreshToken: string | undefined) => Promise<SignedIn>,
  renewed: (answer: SignedIn) => void,
  ended: (error: SignInError) => void,
): Access {
  let current = begun;
  let age = stopwatch();
  let tried: () => number = () => PAUSE_MS;
  let flight: Promise<void> | null = null;

  const ask = async (): Promise<void> => {
    tried = stopwatch();
    try {
      current = await refresh(current.refresh_token);
      age = stopwatch();
      renewed(current);
    } catch (error) {
      const { status } = error as SignInError;
      // Anything else may be better the next time.
      if (status === 400 || status === 401) ended(error as SignInError);
    }
    flight = null;
  };
  /** Not again and again where it fails, or helps nothing. */
  const renewIfDue = (): Promise<void> | null => {
    if (!flight && Math.min(age(), tried()) >= PAUSE_MS) flight = ask();
    return flight;
  };

  return {
    get current() {
      return current;
    },
    async fresh() {
      const { access_token, expires_in = 0 } = current;
      if (flight || (access_token && age() > expires_in * 1000 * USED_UP)) await renewIfDue();
      return current;
    },
    async renew(used) {
      if (used === current) await renewIfDue();
      return used !== current;
    },
  };
}
