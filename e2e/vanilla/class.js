import { devWallet, manifestUrl } from './place.js';
import { TonConnectUI, toUserFriendlyAddress, UserRejectsError } from './prichal/index.js';

const status = document.getElementById('status');
const receipt = document.getElementById('receipt');

const ui = new TonConnectUI({
  manifestUrl,
  buttonRootId: 'connect',
  walletsListConfiguration: { includeWallets: [devWallet] },
});

ui.onStatusChange((wallet) => {
  status.textContent = wallet ? toUserFriendlyAddress(wallet.account.address) : 'nobody';
});
ui.connectionRestored.then((restored) => {
  if (!restored) status.textContent = 'nobody';
});

document.getElementById('send').addEventListener('click', async () => {
  const transaction = {
    validUntil: Math.floor(Date.now() / 1000) + 300,
    messages: [{ address: toUserFriendlyAddress(ui.account.address), amount: '1' }],
  };
  receipt.textContent = 'waiting';
  try {
    const { boc } = await ui.sendTransaction(transaction);
    receipt.textContent = `sent ${boc.slice(0, 4)}`;
  } catch (error) {
    receipt.textContent = error instanceof UserRejectsError ? 'declined' : String(error);
  }
});
document.getElementById('disconnect').addEventListener('click', () => ui.disconnect());
