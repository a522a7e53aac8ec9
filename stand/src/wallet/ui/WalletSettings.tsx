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
          label="Bridge for new connections"
          hint="The bridge that carries messages between apps and this wallet."
          value={view.state.bridgeUrl ?? ''}
          placeholder={view.bridgeUrl}
          rule="An http(s) address. Empty for the bridge of this server."
          allows={isBridge}
          onChange={(text) => void wallet.configure({ bridgeUrl: text === '' ? null : text })}
        />
        <p className={styles.note}>
          A test key, stored unprotected in this browser. Never send anything to its address.
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
