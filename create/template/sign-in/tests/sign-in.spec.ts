import { ConnectButton, expect, test } from '@prichal/dev-wallet/playwright';

test('connects the wallet if the sign-in server is down', async ({ page, wallet }) => {
  await page.route('**/auth/**', (route) => route.abort());
  await page.goto('/');
  const sheet = await new ConnectButton(page).openSheet();
  await sheet.wallet('Dev Wallet').click();
  await expect(page.getByText(wallet.address, { exact: true })).toBeVisible();
  await expect(page.getByText('The sign-in server does not answer')).toBeVisible();
});
