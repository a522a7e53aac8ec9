import type { Core } from '../controller/core.js';
import type { WalletNotSupportFeatureError } from '../controller/errors.js';
import type { ChooseSupportedFeatureWalletsModal } from '../controller/public-types.js';
import { isObject } from '../device/storage.js';

/** Opens the sheet that says so: the connected wallet cannot do what was asked. */
export function offerAnotherWallet(core: Core, { cause }: WalletNotSupportFeatureError): void {
  const requiredFeature = isObject(cause) ? cause.requiredFeature : undefined;
  if (!isObject(requiredFeature)) return;
  core.store.set({
    modal: {
      status: 'opened',
      closeReason: null,
      type: 'wallet-not-support-feature',
      requiredFeature: requiredFeature as ChooseSupportedFeatureWalletsModal['requiredFeature'],
    },
  });
  core.widget.load().catch(() => undefined);
}
