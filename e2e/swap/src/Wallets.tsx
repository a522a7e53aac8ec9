import {
  checkRequiredWalletFeatures,
  isWalletInfoCurrentlyInjected,
  isWalletInfoRemote,
  useTonConnectUI,
  type WalletInfo,
} from '@tonconnect/ui-react';
import { useState } from 'react';

const how = (wallet: WalletInfo): string => {
  if (isWalletInfoCurrentlyInjected(wallet)) return `extension ${wallet.jsBridgeKey}`;
  return isWalletInfoRemote(wallet) ? `bridge ${wallet.bridgeUrl}` : 'not here';
};

/** The app's own list of wallets. */
export function Wallets() {
  const [ui] = useTonConnectUI();
  const [wallets, setWallets] = useState<readonly WalletInfo[]>([]);

  return (
    <section aria-label="Wallets">
      <button type="button" onClick={() => void ui.getWallets().then(setWallets)}>
        List the wallets
      </button>
      <ul>
        {wallets.map((wallet) => (
          <li key={wallet.appName}>
            {wallet.name}: {how(wallet)}
            {checkRequiredWalletFeatures(wallet.features ?? [], {
              sendTransaction: { minMessages: 2 },
            }) && ', several messages at once'}
          </li>
        ))}
      </ul>
    </section>
  );
}
