import { ask, connected } from '../fixtures/dapp.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({
  permissions: ['clipboard-read', 'clipboard-write'],
  viewport: { width: 1280, height: 900 },
});

test('an approved transaction returns a signed message', async ({ context, server }) => {
  const { dapp, wallet } = await connected(context, server.origin);
  await ask(dapp, 'Transfer');
  await wallet.approveButton.click();
  await expect(dapp.getByRole('log').getByText('"boc"')).toBeVisible();
});

test('a declined transaction returns a refusal', async ({ context, server }) => {
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
