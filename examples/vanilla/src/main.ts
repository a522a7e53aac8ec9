import {
  TonConnectUI,
  toUserFriendlyAddress,
  UserRejectsError,
} from '@prichal/connect/vanilla';

const send = document.querySelector<HTMLButtonElement>('#send');
const outcome = document.querySelector<HTMLOutputElement>('#outcome');
if (!send || !outcome)
  throw new Error('index.html has no #send or no #outcome');

const ui = new TonConnectUI({
  // Wallets download the manifest, so its URL is absolute.
  manifestUrl: new URL('tonconnect-manifest.json', document.baseURI).href,
  buttonRootId: 'connect',
});

ui.onStatusChange((wallet) => {
  send.disabled = wallet === null;
});

/** Sends a transfer from the wallet to itself. */
async function transfer(): Promise<string> {
  const { account } = ui;
  if (!account) return '';
  try {
    await ui.sendTransaction({
      validUntil: Math.floor(Date.now() / 1000) + 300,
      messages: [
        {
          address: toUserFriendlyAddress(account.address),
          amount: '10000000',
        },
      ],
    });
    return 'Sent';
  } catch (error) {
    return error instanceof UserRejectsError ? 'Declined' : 'Failed';
  }
}

send.addEventListener('click', async () => {
  outcome.value = 'Waiting for the wallet';
  outcome.value = await transfer();
});
