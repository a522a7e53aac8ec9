import { type SignedIn, SignInError } from '@prichal/telegram/session';
import type { steppedUp } from './step-up.js';
import type { LinkOptions, SessionMembers, SessionState } from './types.js';

/** Gets a session from the server. `isLive` is false after a sign-out. Null if there is no session. */
export type Exchange = (isLive: () => boolean) => Promise<SignedIn | null>;

/** Age of a proof, s, from which the server may reject it as too old while a change is on its way. */
const FRESH_S = 270;

/** What linking uses of a session. */
export type LinkPart = Pick<SessionMembers, 'link'> & {
  getState(): SessionState;
  by(way: LinkOptions['by'], merge?: boolean): Exchange;
  adopt(answer: SignedIn): void;
  steppedUp: typeof steppedUp;
};

/** Links an identity to the user who is signed in. If the server needs one, shows a fresher proof first. */
export async function linkBy(
  { getState, by, adopt, steppedUp, link }: LinkPart,
  isLive: () => boolean,
  way: NonNullable<LinkOptions['by']>,
  merge?: boolean,
): Promise<SignedIn | null> {
  const { user } = getState();
  if (!user) throw new SignInError({ code: 'signed_out', detail: 'Nobody is signed in' });
  const provenAt = (): number => Number(getState().session?.auth_time);
  /** Whether this shows a fresher proof. Init data are as old as the launch. */
  const proveBy = async (known: LinkOptions['by']): Promise<boolean> => {
    const before = provenAt();
    const proven = await by(known)(isLive);
    if (proven && isLive()) adopt(proven);
    return provenAt() > before;
  };
  // Telegram first: if the server rejected the proof as too old, the wallet would be asked twice.
  if (user.telegram && Date.now() / 1000 - provenAt() > FRESH_S) {
    await proveBy('telegram').catch(() => undefined);
  }
  try {
    return await steppedUp(
      () => by(way, merge)(isLive),
      async () =>
        (user.telegram && (await proveBy('telegram'))) || (user.wallets[0] && proveBy('wallet')),
    );
  } catch (error) {
    if (error instanceof SignInError && error.code === 'identity_in_use') {
      error.merge = () => link({ by: way, merge: true });
    }
    throw error;
  }
}
