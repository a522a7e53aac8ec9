import type { WalletInfo } from '@prichal/sdk';
import { type ReactNode, useLayoutEffect } from 'react';
import { guardPresses } from '../../core/device/press-guard.js';
import { Icon } from '../icons/Icon.js';
import { ALERT } from '../icons/shapes.js';
import { WalletIcon } from '../wallet-tile/WalletIcon.js';
import * as styles from './wallets-modal.module.css';

type ProblemProps = {
  /** The wallet with the problem, if it is known. */
  wallet?: WalletInfo | undefined;
  text: string;
  /** The buttons to continue. */
  children: ReactNode;
};

/** A problem, shown instead of a screen's content. */
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
  /** Whether it has a problem. */
  alert?: boolean;
  /** Whether the screen waits for its answer. */
  waits?: boolean;
};

/** The picture of the screen's wallet, or a placeholder. */
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
