import type { WalletInfo } from '@prichal/sdk';
import { Icon } from '../icons/Icon.js';
import { ALERT } from '../icons/shapes.js';
import { WalletIcon } from '../wallet-tile/WalletIcon.js';
import * as styles from './wallets-modal.module.css';

type Props = {
  wallet: WalletInfo | undefined;
  /** Something is wrong with it. */
  alert?: boolean;
  /** Its answer is awaited. */
  waits?: boolean;
};

/** The wallet that the screen is about, as far as one is known. */
export const Portrait = ({ wallet, alert, waits }: Props) => (
  <div className={styles.portrait} data-waits={waits} aria-hidden="true">
    {wallet && <WalletIcon wallet={wallet} size={72} />}
    {alert && (
      <span className={styles.alert}>
        <Icon shape={ALERT} />
      </span>
    )}
  </div>
);
