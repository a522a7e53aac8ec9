import {
  TonConnectButton,
  TonConnectUIProvider,
  UserRejectsError,
  useTonAddress,
  useTonConnectUI,
} from '@prichal/connect';
import { ADDRESS, remoteWallet, scriptedConnector, walletOf } from '@prichal/connect/testing/unit';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';

afterEach(() => localStorage.clear());

/** A typical app. */
function Shop() {
  const address = useTonAddress();
  const [ui] = useTonConnectUI();
  const [receipt, setReceipt] = useState('');
  const pay = () =>
    ui
      .sendTransaction({ validUntil: 2_000_000_000, messages: [{ address: ADDRESS, amount: '1' }] })
      .then(
        ({ boc }) => setReceipt(`paid: ${boc}`),
        (error: unknown) => setReceipt(error instanceof UserRejectsError ? 'declined' : 'broken'),
      );
  return (
    <>
      <TonConnectButton />
      {address && (
        <button type="button" onClick={pay}>
          Pay
        </button>
      )}
      <output>{receipt}</output>
    </>
  );
}

const shop = (connector = scriptedConnector()) =>
  render(
    <TonConnectUIProvider connector={connector}>
      <Shop />
    </TonConnectUIProvider>,
  );

describe('an app on a scripted connector', () => {
  it('connects with the sheet', async () => {
    const connector = scriptedConnector([remoteWallet('Alpha'), remoteWallet('Beta')]);
    const screen = await shop(connector);
    await screen.getByRole('button', { name: 'Connect wallet' }).click();
    await screen.getByRole('dialog').getByRole('button', { name: 'Beta' }).click();
    await expect.poll(() => connector.connects.length).toBeGreaterThan(0);
    connector.answer(walletOf('beta'));
    await expect.element(screen.getByRole('button', { name: 'Pay' })).toBeVisible();
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('receives a payment or a rejection', async () => {
    const connector = scriptedConnector([remoteWallet('Alpha')], walletOf('alpha'));
    const screen = await shop(connector);
    await screen.getByRole('button', { name: 'Pay' }).click();
    await expect.poll(() => connector.requests.length).toBe(1);
    expect(connector.requests[0]?.payload).toMatchObject({ messages: [{ amount: '1' }] });
    connector.requests[0]?.resolve({ boc: 'te6cc' });
    await expect.element(screen.getByRole('status').first()).toHaveTextContent('paid: te6cc');
  });

  it('is disconnected when the wallet ends the session', async () => {
    const connector = scriptedConnector([], walletOf('alpha'));
    const screen = await shop(connector);
    await expect.element(screen.getByRole('button', { name: 'Pay' })).toBeVisible();
    connector.answer(null);
    await expect.element(screen.getByRole('button', { name: 'Connect wallet' })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Pay' })).not.toBeInTheDocument();
  });
});
