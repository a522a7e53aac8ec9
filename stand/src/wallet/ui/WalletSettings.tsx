import type { Wallet, WalletView } from '@prichal/dev-wallet/core';
import { Button } from '../../controls/Button';
import { TextSetting } from '../../controls/TextSetting';
import styles from './Activity.module.css';

function isBridge(text: string): boolean {
  return text === '' || (URL.canParse(text) && /^https?:/.test(text));
}

/** Settings: the bridge for new connections, and a new key. */
export function WalletSettings({ wallet, view }: { wallet: Wallet; view: WalletView }) {
  return (
    <details className={styles.settings}>
      <summary>Bridge and key</summary>
      <div className={styles.fields}>
        <TextSetting
          label="Bridge of new connections"
          hint="Where apps and this wallet leave their messages for each other."
          value={view.state.bridgeUrl ?? ''}
          placeholder={view.bridgeUrl}
          rule="An http(s) address, or nothing for the bridge of this server"
          allows={isBridge}
          onChange={(text) => void wallet.configure({ bridgeUrl: text === '' ? null : text })}
        />
        <p className={styles.note}>
          A developer's key: it lies open in this browser's storage. Never send anything to it.
        </p>
        <div>
          <Button small look="danger" onClick={() => void wallet.renewKey()}>
            Disconnect all and make a new key
          </Button>
        </div>
      </div>
    </details>
  );
}
