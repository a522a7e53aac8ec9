import { ConnectButton, expect, test } from '@prichal/dev-wallet/playwright';

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  const sheet = await new ConnectButton(page).openSheet();
  await sheet.wallet('Dev Wallet').click();
});

test('shows the address of the connected wallet', async ({ page, wallet }) => {
  await expect(page.getByText(wallet.address, { exact: true })).toBeVisible();
});

test('sends a transfer', async ({ page, wallet }) => {
  await page.getByRole('button', { name: 'Send 0.01 TON' }).click();
  const { params } = await wallet.nextRequest('sendTransaction');
  expect(params.messages[0]?.amount).toBe('10000000');
  await expect(page.getByText('The transfer is sent')).toBeVisible();
});

test('shows that the user declined the transfer', async ({ page, wallet }) => {
  wallet.behaveOnce('sendTransaction', { answer: { code: 300 } });
  await page.getByRole('button', { name: 'Send 0.01 TON' }).click();
  await expect(page.getByText('You declined the transfer')).toBeVisible();
});

test('disconnects', async ({ page }) => {
  const menu = await new ConnectButton(page).openMenu();
  await menu.disconnect.click();
  await expect(page.getByText('Connect a TON wallet')).toBeVisible();
});
