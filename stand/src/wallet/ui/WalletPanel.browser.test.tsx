import '../../style/layers.css';
import { shownAddress } from '@prichal/dev-wallet/core';
import { TestApp } from '@prichal/dev-wallet/test-app';
import { afterEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { WalletPanel } from './WalletPanel';

const request = {
  manifestUrl: 'https://dapp.example.org/m.json',
  items: [{ name: 'ton_addr' }, { name: 'ton_proof', payload: 'nonce-7' }],
};
let app: TestApp;
afterEach(() => app.wallet.close());

async function open() {
  app = new TestApp();
  const screen = await render(<WalletPanel wallet={app.wallet} />);
  return screen.getByRole('region', { name: 'Dev wallet' });
}

async function paste(panel: Awaited<ReturnType<typeof open>>, link: string) {
  await panel.getByRole('textbox', { name: 'Connection link' }).fill(link);
  await panel.getByRole('button', { name: 'Open link' }).click();
}

const transaction = (account: string) => ({
  method: 'sendTransaction',
  id: '1',
  params: [JSON.stringify({ messages: [{ address: account, amount: '2500000000' }] })],
});

it('describes the problem with a link', async () => {
  const panel = await open();
  await paste(panel, 'hello');
  await expect.element(panel.getByText(/^"hello" is not a link/)).toBeVisible();
  await expect
    .element(panel.getByRole('textbox', { name: 'Connection link' }))
    .toHaveAttribute('aria-invalid', 'true');
});

it('connects, and lists the app with a button to disconnect it', async () => {
  const panel = await open();
  await paste(panel, app.link(request));
  await expect
    .element(panel.getByRole('heading', { name: 'Example wants to connect' }))
    .toBeVisible();
  await expect.element(panel.getByText('nonce-7')).toBeVisible();
  await panel.getByRole('button', { name: 'Approve' }).click();
  const disconnect = panel.getByRole('button', { name: 'Disconnect', exact: true });
  await expect.element(disconnect).toHaveAccessibleDescription(/Example.*dapp\.example\.org/);
  await disconnect.click();
  await expect.element(panel.getByText(/^None yet/)).toBeVisible();
  expect(app.last()).toMatchObject({ event: 'disconnect' });
});

it('works by keyboard and keeps the focus in the wallet', async () => {
  const panel = await open();
  await panel.getByRole('textbox', { name: 'Connection link' }).fill(app.link(request));
  await userEvent.keyboard('{Enter}');
  const decline = panel.getByRole('button', { name: 'Decline' });
  await expect.element(decline).toBeVisible();
  (decline.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(panel.getByRole('heading', { name: /^Dev wallet/ })).toHaveFocus();
  expect(app.last()).toMatchObject({ event: 'connect_error' });
});

it('shows one request at a time, with its amount', async () => {
  const panel = await open();
  await app.connect();
  const to = shownAddress(app.wallet.view().account.address, '-239');
  await app.say(transaction(to));
  await app.say({ method: 'signData', id: '2', params: ['{"type":"text","text":"Причал"}'] });
  await expect.element(panel.getByText('2.5 TON')).toBeVisible();
  await expect.element(panel.getByText(/^1 more request/)).toBeVisible();
  await panel.getByRole('button', { name: 'Approve' }).click();
  await expect.element(panel.getByText('Причал')).toBeVisible();
  await panel.getByRole('button', { name: 'Decline' }).click();
  await expect
    .poll(() => app.received.slice(-2))
    .toMatchObject([{ id: '1' }, { id: '2', error: { code: 300 } }]);
});

it('keeps a request that the bridge rejected, and says so', async () => {
  const panel = await open();
  await paste(panel, app.link(request));
  app.refuse = 503;
  await panel.getByRole('button', { name: 'Approve' }).click();
  await expect
    .element(panel.getByRole('alert'))
    .toHaveTextContent(
      'The bridge at https://bridge.example.org/bridge answered 503: no. Nothing was sent; you can try again.',
    );
  app.refuse = null;
  await panel.getByRole('button', { name: 'Approve' }).click();
  await expect
    .element(panel.getByRole('button', { name: 'Disconnect', exact: true }))
    .toBeVisible();
});
