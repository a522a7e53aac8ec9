import { connectByCode } from '../fixtures/connect.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({
  permissions: ['clipboard-read', 'clipboard-write'],
  viewport: { width: 1280, height: 860 },
});

test('with third-party storage a reload restores the connection', async ({ openStand }) => {
  const stand = await openStand({ site: 'cross', size: 'desktop', ext: 'off' });
  await connectByCode(stand);
  const address = await stand.accountButton.textContent();
  await stand.page.getByRole('button', { name: 'Reload' }).click();
  await expect(stand.accountButton).toHaveText(address ?? '');
});
