import { Choice } from '../../controls/Choice';
import { CopyButton } from '../../controls/CopyButton';
import { CHAIN_NAME, type Chain, shownAddress, type WalletVersion } from '../account';
import type { Wallet, WalletView } from '../wallet';
import styles from './AccountCard.module.css';

const VERSIONS: readonly (readonly [WalletVersion, string])[] = [
  ['v5r1', 'v5r1'],
  ['v4r2', 'v4r2'],
];
const CHAINS = Object.entries(CHAIN_NAME) as [Chain, string][];

/** Which account the next app gets. Apps that are connected keep theirs. */
export function AccountCard({ wallet, view }: { wallet: Wallet; view: WalletView }) {
  const { account, state } = view;
  const address = shownAddress(account.address, account.chain);
  return (
    <div className={styles.card}>
      <p className={styles.address}>
        <span className={styles.edge}>{address.slice(0, 4)}</span>
        {address.slice(4, -4)}
        <span className={styles.edge}>{address.slice(-4)}</span>
      </p>
      <div className={styles.row}>
        <Choice
          label="Contract"
          value={state.version}
          choices={VERSIONS}
          onChoose={(version) => void wallet.configure({ version })}
        />
        <Choice
          label="Network"
          value={state.chain}
          choices={CHAINS}
          onChoose={(chain) => void wallet.configure({ chain })}
        />
        <CopyButton label="Copy" text={() => address} />
      </div>
    </div>
  );
}
