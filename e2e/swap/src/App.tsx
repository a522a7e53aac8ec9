import { THEME, TonConnectButton, TonConnectUIProvider } from '@tonconnect/ui-react';
import { Account } from './Account';
import { Events } from './Events';
import { Modals } from './Modals';
import { Proof } from './Proof';
import { manifestUrl, ownWallets } from './place';
import { Settings } from './Settings';
import { Signing } from './Signing';
import { Transaction } from './Transaction';
import { Wallets } from './Wallets';

export function App() {
  return (
    <TonConnectUIProvider
      manifestUrl={manifestUrl}
      language="en"
      restoreConnection
      uiPreferences={{
        theme: THEME.LIGHT,
        borderRadius: 's',
        colorsSet: {
          [THEME.DARK]: { connectButton: { background: '#006644' } },
          [THEME.LIGHT]: { accent: '#0060a0', text: { primary: '#101418' } },
        },
      }}
      walletsListConfiguration={{ includeWallets: ownWallets }}
      walletsPreferredFeatures={{ signData: { types: ['text'] } }}
      actionsConfiguration={{
        modals: ['before', 'success', 'error'],
        notifications: ['before', 'success', 'error'],
        returnStrategy: 'back',
        twaReturnUrl: 'https://t.me/prichal_bot',
      }}
      enableAndroidBackHandler={false}
      analytics={{ mode: 'off' }}
    >
      <header>
        <h1>An app of another team</h1>
        <TonConnectButton className="connect" style={{ float: 'right' }} />
      </header>
      <main>
        <Account />
        <Transaction />
        <Signing />
        <Proof />
        <Modals />
        <Wallets />
        <Settings />
        <Events />
      </main>
    </TonConnectUIProvider>
  );
}
