import type { WalletInfo } from '@tonconnect/sdk';
import { Icon } from '../icons/Icon.js';
import { ALERT } from '../icons/shapes.js';
import { WalletIcon } from '../wallet-tile/WalletIcon.js';
import * as styles from './wallets-modal.module.css';

type Props = { wallet: WalletInfo | undefined; alert?: boolean };

/** The wallet that the screen is about, as far as one is known; with a mark when something is wrong. */
export const Portrait = ({ wallet, alert }: Props) => (
  <div className={styles.portrait} aria-hidden="true">
    {wallet && <WalletIcon wallet={wallet} size={72} />}
    {alert && (
      <span className={styles.alert}>
        <Icon shape={ALERT} />
      </span>
    )}
  </div>
);
