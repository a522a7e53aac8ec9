import { CHAIN } from '@prichal/sdk';
import type { CurrentWallet } from '../../core/wallets/wallet-info.js';
import type { ButtonWords } from '../../words/language.js';
import * as styles from './testnet.module.css';

type Props = { wallet: CurrentWallet | null; words: ButtonWords };

/** A badge for a wallet on the test network, whose coins have no value. */
export const TestnetBadge = ({ wallet, words }: Props) =>
  wallet?.account.chain === CHAIN.TESTNET ? (
    <span className={styles.badge}>{words.testnet}</span>
  ) : null;

/** The badge, over the lower edge of the preceding element. */
export const TestnetBadgeOver = (props: Props) => (
  <span className={styles.place}>
    <TestnetBadge {...props} />
  </span>
);

/** Returns the explorer URL of a user-friendly address, whose first letter depends on the network. */
export const explorerUrl = (address: string): string =>
  `https://${/^[0k]/.test(address) ? 'testnet.' : ''}tonviewer.com/${address}`;
