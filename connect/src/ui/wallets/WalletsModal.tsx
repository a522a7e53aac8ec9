import type { WalletInfo } from '@prichal/sdk';
import { type ReactNode, useLayoutEffect } from 'react';
import { connectedChunk } from '../../core/connected-chunk.js';
import { listen } from '../../core/device/listen.js';
import { usePressGuard } from '../../core/device/press-guard.js';
import type { StateView, WidgetView } from '../../core/internals.js';
import { isChoosing, useUiSelector } from '../../core/store.js';
import { listWallets } from '../../core/wallets/list.js';
import type { CurrentWallet } from '../../core/wallets/wallet-info.js';
import { waysTo } from '../../core/wallets/ways-to-wallet.js';
import { IconButton } from '../controls/Button.js';
import { BACK } from '../icons/shapes.js';
import { useKept } from '../presence.js';
import * as sheet from '../sheet/sheet.module.css';
import { useSheetBack } from '../sheet/sheet-context.js';
import { usePhoneLayout } from '../use-device.js';
import { useWords } from '../words.js';
import { AllWallets } from './AllWallets.js';
import { InfoScreen } from './InfoScreen.js';
import type { ScreenProps } from './screens.js';
import { useScreens } from './screens.js';
import { Universal } from './Universal.js';
import { pickWallet } from './use-open-request.js';
import { useSheetWallets } from './use-sheet-wallets.js';
import { WalletScreen } from './WalletScreen.js';
import * as styles from './wallets-modal.module.css';

/** The content of the wallets sheet: its screens and the navigation between them. */
export function WalletsModal({ internals }: { internals: WidgetView }) {
  const words = useWords();
  const phone = usePhoneLayout();
  const wallets = useSheetWallets(internals);
  const single = useUiSelector(internals, (state) => state.singleWalletModal);
  const { screen, navigate, depth, returned } = useScreens(
    single.status === 'opened'
      ? { name: 'wallet', wallet: single.walletInfo, opened: false, blocked: false }
      : { name: 'universal' },
  );
  const lacking = useLackingWallet(internals);
  useSheetBack(navigate.back);
  // A layout effect, which runs before the sheet's first frame: the network may be back before a busy page
  // runs other effects.
  useLayoutEffect(() => {
    return listen(window, 'online', () => {
      if (!isChoosing(internals.store.get())) return;
      const load = () => listWallets(internals);
      // A pending load may have failed without the network.
      load()
        .catch(load)
        .catch(() => undefined);
    });
  }, [internals]);

  const place = lacking ? 'lacking' : depth;
  usePressGuard(place);

  const props: ScreenProps = {
    internals,
    wallets,
    phone,
    navigate,
    back: navigate.back && (
      <IconButton
        label={words.back}
        shape={BACK}
        className={sheet.mirrored}
        onClick={navigate.back}
      />
    ),
    onPick(wallet: WalletInfo) {
      const menu = screen.name === 'all' ? 'other_wallets' : 'main_screen';
      const picked = pickWallet(internals, wallet, waysTo(wallet, phone)[0], menu);
      navigate.push({ name: 'wallet', wallet, ...picked }, wallet.name);
    },
  };
  const content = (): ReactNode => {
    const chunk = lacking && connectedChunk(internals);
    if (chunk) return <chunk.UnsupportedAction internals={internals} wallet={lacking} />;
    switch (screen.name) {
      case 'universal':
        return <Universal {...props} />;
      case 'all':
        return <AllWallets {...props} />;
      case 'info':
        return <InfoScreen {...props} />;
      case 'wallet':
        return <WalletScreen {...props} {...screen} />;
    }
  };
  return (
    <div
      key={place}
      className={styles.screen}
      data-travel={lacking ? undefined : returned ? 'back' : depth > 1 ? 'forward' : undefined}
    >
      {content()}
    </div>
  );
}

/**
 * Returns the connected wallet while the sheet shows that it does not support a request. Does not change while
 * the sheet is closing.
 */
function useLackingWallet(internals: StateView): CurrentWallet | null {
  const modal = useUiSelector(internals, (state) => state.modal);
  const wallet = useUiSelector(internals, (state) => state.wallet);
  return useKept('type' in modal ? wallet : null, modal.status === 'closed');
}
