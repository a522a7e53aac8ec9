import type { WalletNotSupportFeatureError } from '../errors/wallet-errors.js';
import type { Internals } from '../types/internals.js';
import type { ChooseSupportedFeatureWalletsModal } from '../types/modal.js';
import { isObject } from '../types/plain-object.js';

/** Opens the sheet that says so: the connected wallet cannot do what was asked. */
export function offerAnotherWallet(
  internals: Internals,
  { cause }: WalletNotSupportFeatureError,
): void {
  const requiredFeature = isObject(cause) ? cause.requiredFeature : undefined;
  if (!isObject(requiredFeature)) return;
  internals.store.set({
    modal: {
      status: 'opened',
      closeReason: null,
      type: 'wallet-not-support-feature',
      requiredFeature: requiredFeature as ChooseSupportedFeatureWalletsModal['requiredFeature'],
    },
  });
  internals.widget.load().catch(() => undefined);
}
