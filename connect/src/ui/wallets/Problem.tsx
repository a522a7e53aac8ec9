import type { WalletInfo } from '@prichal/sdk';
import { type ReactNode, useLayoutEffect } from 'react';
import { guardPresses } from '../../core/device/press-guard.js';
import { Icon } from '../icons/Icon.js';
import { ALERT } from '../icons/shapes.js';
import { WalletIcon } from '../wallet-tile/WalletIcon.js';
import * as styles from './wallets-modal.module.css';

type ProblemProps = {
  /** Whose problem it is, when that is known. */
  wallet?: WalletInfo | undefined;
  text: string;
  /** The ways out. */
  children: ReactNode;
};

/** What went wrong, in place of what was to be here. */
export function Problem({ wallet, text, children }: ProblemProps) {
  useLayoutEffect(() => {
    guardPresses();
    return guardPresses;
  }, []);
  return (
    <div className={styles.problem} role="alert">
      <Portrait wallet={wallet} alert />
      <p>{text}</p>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}

type PortraitProps = {
  wallet: WalletInfo | undefined;
  /** Something is wrong with it. */
  alert?: boolean;
  /** Its answer is awaited. */
  waits?: boolean;
};

/** The wallet that the screen is about, as far as one is known. */
export const Portrait = ({ wallet, alert, waits }: PortraitProps) => (
  <div className={styles.portrait} data-waits={waits} aria-hidden="true">
    {wallet && <WalletIcon wallet={wallet} size={72} />}
    {alert && (
      <span className={styles.alert}>
        <Icon shape={ALERT} />
      </span>
    )}
  </div>
);
