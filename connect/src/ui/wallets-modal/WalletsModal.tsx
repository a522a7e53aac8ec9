import { isTelegram } from '@prichal/telegram';
import type { WalletInfo } from '@tonconnect/sdk';
import { useRef } from 'react';
import type { Core } from '../../controller/core.js';
import { usePhoneLayout } from '../../device/use-phone-layout.js';
import { useUiSelector } from '../../store/use-ui-selector.js';
import { IconButton } from '../controls/IconButton.js';
import { Icon } from '../icons/Icon.js';
import { BACK } from '../icons/shapes.js';
import { useSheet } from '../sheet/sheet-context.js';
import { useWords } from '../words.js';
import { AllWallets } from './AllWallets.js';
import { InfoScreen } from './InfoScreen.js';
import { pickWallet } from './open-wallet.js';
import { PhoneQr } from './PhoneQr.js';
import { UniversalDesktop } from './UniversalDesktop.js';
import { UniversalPhone } from './UniversalPhone.js';
import { useBackPress } from './use-back-press.js';
import { useScreens } from './use-screens.js';
import { useSheetWallets } from './use-sheet-wallets.js';
import { WalletDesktop } from './WalletDesktop.js';
import { WalletPhone } from './WalletPhone.js';
import styles from './wallets-modal.module.css';

/** The wallets sheet: which screen is shown, and what leads from one to another. */
export function WalletsModal({ core }: { core: Core }) {
  const words = useWords();
  const { dismiss } = useSheet();
  const phone = usePhoneLayout();
  const wallets = useSheetWallets(core);
  const single = useUiSelector(core, (state) => state.singleWalletModal);
  const androidBack = useUiSelector(core, (state) => state.androidBack);
  const { screen, navigate, depth } = useScreens(
    single.status === 'opened'
      ? { name: 'wallet', wallet: single.walletInfo, opened: false }
      : { name: 'universal' },
  );
  useBackPress(navigate.back, dismiss, !androidBack && !isTelegram());

  const deepest = useRef(0);
  const travel = depth >= deepest.current ? 'forward' : 'back';
  deepest.current = depth;

  const back = navigate.back && (
    <IconButton label={words.back} onClick={navigate.back}>
      <Icon shape={BACK} size={20} />
    </IconButton>
  );
  const pick = (wallet: WalletInfo): void => {
    const opened = pickWallet(core, wallet, phone);
    navigate.push({ name: 'wallet', wallet, opened }, wallet.appName);
  };
  const lists = { core, wallets, back, navigate, onPick: pick };

  const content = (): React.ReactNode => {
    switch (screen.name) {
      case 'universal':
        return phone ? <UniversalPhone {...lists} /> : <UniversalDesktop {...lists} />;
      case 'qr':
        return <PhoneQr core={core} wallets={wallets} back={back} />;
      case 'all':
        return <AllWallets {...lists} phone={phone} />;
      case 'info':
        return <InfoScreen {...lists} />;
      case 'wallet':
        return phone ? (
          <WalletPhone core={core} wallet={screen.wallet} opened={screen.opened} back={back} />
        ) : (
          <WalletDesktop core={core} wallet={screen.wallet} back={back} />
        );
    }
  };
  return (
    <div key={depth} className={styles.screen} data-travel={travel}>
      {content()}
    </div>
  );
}
