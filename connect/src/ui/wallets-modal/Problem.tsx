import type { WalletInfo } from '@prichal/sdk';
import { type ReactNode, useLayoutEffect } from 'react';
import { guardPresses } from '../../device/press-guard.js';
import { Portrait } from './Portrait.js';
import * as styles from './wallets-modal.module.css';

type Props = {
  /** Whose problem it is, when that is known. */
  wallet?: WalletInfo | undefined;
  text: string;
  /** The ways out. */
  children: ReactNode;
};

/** What went wrong, in place of what was to be here. */
export function Problem({ wallet, text, children }: Props) {
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
