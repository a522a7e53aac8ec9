import type { BrowserContext, Page } from '@playwright/test';
import { DevWallet } from '../fixtures/dev-wallet.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({
  permissions: ['clipboard-read', 'clipboard-write'],
  viewport: { width: 1280, height: 900 },
});

/** The dapp console connected to the dev wallet, each on a page of its own. */
async function connected(context: BrowserContext, origin: string) {
  const dapp: Page = await context.newPage();
  await dapp.goto(`${origin}/stand/dapp/`);
  await dapp.getByRole('button', { name: 'Connect wallet' }).click();
  await dapp.getByRole('dialog').getByRole('button', { name: 'Copy link' }).click();
  const link = await dapp.evaluate(() => navigator.clipboard.readText());
  const page = await context.newPage();
  await page.goto(`${origin}/stand/wallet/`);
  const wallet = new DevWallet(page.locator('body'));
  await wallet.openLink(link);
  await wallet.approveButton.click();
  await expect(
    dapp.getByRole('log').getByText('connected', { exact: false }).first(),
  ).toBeVisible();
  return { dapp, wallet };
}

async function ask(dapp: Page, preset: string): Promise<void> {
  await dapp.getByRole('button', { name: preset, exact: true }).click();
  await dapp.getByRole('button', { name: 'Send to the wallet' }).click();
}

test('an approved transaction comes back as a signed message', async ({ context, server }) => {
  const { dapp, wallet } = await connected(context, server.origin);
  await ask(dapp, 'Transfer');
  await wallet.approveButton.click();
  await expect(dapp.getByRole('log').getByText('"boc"')).toBeVisible();
});

test('a declined transaction comes back as the refusal it is', async ({ context, server }) => {
  const { dapp, wallet } = await connected(context, server.origin);
  await ask(dapp, 'Transfer');
  await wallet.declineButton.click();
  await expect(dapp.getByRole('log').locator('[data-ok="false"]')).toBeVisible();
});

for (const preset of ['Text', 'Binary', 'Cell']) {
  test(`${preset.toLowerCase()} data is signed`, async ({ context, server }) => {
    const { dapp, wallet } = await connected(context, server.origin);
    await ask(dapp, preset);
    await wallet.approveButton.click();
    await expect(dapp.getByRole('log').getByText('"signature"')).toBeVisible();
  });
}
