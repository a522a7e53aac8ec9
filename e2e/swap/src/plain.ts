import { THEME, TonConnectUI, toUserFriendlyAddress } from '@tonconnect/ui-react';
import { manifestUrl, ownWallets } from './place';

const byId = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
};

const ui = new TonConnectUI({
  manifestUrl,
  buttonRootId: 'connect',
  language: 'en',
  uiPreferences: { theme: THEME.LIGHT },
  walletsListConfiguration: { includeWallets: ownWallets },
  analytics: { mode: 'off' },
});

ui.onStatusChange((wallet) => {
  byId('status').textContent = wallet
    ? toUserFriendlyAddress(wallet.account.address)
    : 'nobody is connected';
});
void ui.connectionRestored.then((restored) => {
  byId('restored').textContent = restored ? 'yes' : 'no';
});

byId('open').addEventListener('click', () => void ui.openModal());
byId('disconnect').addEventListener('click', () => void ui.disconnect());
