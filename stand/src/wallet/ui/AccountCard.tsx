import {
  CHAIN_NAME,
  type Chain,
  shownAddress,
  type Wallet,
  type WalletVersion,
  type WalletView,
} from '@prichal/dev-wallet/core';
import { Choice } from '../../controls/Choice';
import { CopyButton } from '../../controls/CopyButton';
import styles from './AccountCard.module.css';

const ACCOUNTS = ['0', '1', '2'].map((number) => [number, `${Number(number) + 1}`] as const);
const VERSIONS: readonly (readonly [WalletVersion, string])[] = [
  ['v5r1', 'v5r1'],
  ['v4r2', 'v4r2'],
];
const CHAINS = Object.entries(CHAIN_NAME) as [Chain, string][];

/** Selects the account for the next app. Connected apps keep theirs. */
export function AccountCard({ wallet, view }: { wallet: Wallet; view: WalletView }) {
  const { account, state } = view;
  const address = shownAddress(account.address, account.chain);
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <p className={styles.address}>
          <span className={styles.edge}>{address.slice(0, 4)}</span>
          {address.slice(4, -4)}
          <span className={styles.edge}>{address.slice(-4)}</span>
        </p>
        <CopyButton label="Copy address" text={() => address} />
      </div>
      <div className={styles.row}>
        <Choice<string>
          label="Account"
          hint="Account for the next app. Each has its own address. Connected apps keep theirs."
          value={String(state.account)}
          choices={ACCOUNTS}
          onChoose={(number) => void wallet.configure({ account: Number(number) })}
        />
        <Choice
          label="Contract"
          hint="Version of the wallet contract. v5r1 sends up to 255 messages at once, v4r2 up to 4."
          value={state.version}
          choices={VERSIONS}
          onChoose={(version) => void wallet.configure({ version })}
        />
        <Choice
          label="Network"
          hint="Network for the next app, unless the app requests one."
          value={state.chain}
          choices={CHAINS}
          onChoose={(chain) => void wallet.configure({ chain })}
        />
      </div>
    </div>
  );
}
