import { CHAIN } from '@prichal/sdk';
import type { CurrentWallet } from '../../core/wallets/wallet-info.js';
import type { ButtonWords } from '../../words/language.js';
import * as styles from './testnet.module.css';

type Props = { wallet: CurrentWallet | null; words: ButtonWords };

/** Says that a wallet is on the test network, whose coins are worth nothing. */
export const TestnetBadge = ({ wallet, words }: Props) =>
  wallet?.account.chain === CHAIN.TESTNET ? (
    <span className={styles.badge}>{words.testnet}</span>
  ) : null;

/** The same over the lower edge of what it stands after. */
export const TestnetBadgeOver = (props: Props) => (
  <span className={styles.place}>
    <TestnetBadge {...props} />
  </span>
);

/** An account's page in a block explorer. The address is user-friendly: its first letter tells the network. */
export const explorerUrl = (address: string): string =>
  `https://${/^[0k]/.test(address) ? 'testnet.' : ''}tonviewer.com/${address}`;
