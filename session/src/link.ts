import type { SignedIn } from '@prichal/telegram/session';
import { isFailure } from './failure.js';
import type { Exchange, Run } from './run.js';
import type { LinkOptions, SessionMembers } from './types.js';

/**
 * Age of a proof, s. The server can reject an older proof, because a change takes time to arrive.
 */
const FRESH_S = 270;

/**
 * Changes the account. If the server asks for a fresh proof (step-up), gets one from `prove` and retries.
 * @param prove resolves to a falsy value if it has no fresher proof
 */
export async function steppedUp<T>(
  change: () => Promise<T>,
  prove: () => Promise<unknown>,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!isFailure(error, 'step_up_required') || !(await prove())) throw error;
  }
  return change();
}

/** Members of a session that linking uses. */
export type LinkPart = Pick<SessionMembers, 'link' | 'getState'> & {
  by(way: LinkOptions['by'], merge?: boolean): Exchange;
  adopted(answer: SignedIn): void;
};

/** Links an identity to the user who is signed in. If the server needs one, shows a fresher proof first. */
export async function linkBy(
  { getState, by, adopted, link }: LinkPart,
  run: Run,
  way: NonNullable<LinkOptions['by']>,
  merge?: boolean,
): Promise<SignedIn | null> {
  const { user } = getState();
  const provenAt = (): number => Number(getState().session?.auth_time);
  /** Signs in again. Returns whether the proof is fresher; init data is as old as the launch. */
  const proveBy = async (known: LinkOptions['by']): Promise<boolean> => {
    const before = provenAt();
    const proven = await by(known)(run);
    if (proven) adopted(proven);
    return provenAt() > before;
  };
  // Telegram first: if the server rejected the proof as too old, the wallet would be asked twice.
  if (user?.telegram && Date.now() / 1000 - provenAt() > FRESH_S) {
    await proveBy('telegram').catch(() => undefined);
  }
  try {
    return await steppedUp(
      () => by(way, merge)(run),
      async () =>
        (user?.telegram && (await proveBy('telegram'))) || (user?.wallets[0] && proveBy('wallet')),
    );
  } catch (error) {
    if (isFailure(error, 'identity_in_use')) error.merge = () => link({ by: way, merge: true });
    throw error;
  }
}
