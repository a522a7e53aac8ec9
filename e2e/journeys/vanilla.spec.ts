import { expect, test } from '../fixtures/vanilla.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('a page without React and bundler connects, sends, restores and disconnects', async ({
  openVanilla,
}) => {
  const app = await openVanilla();
  const faults: string[] = [];
  app.page.on('pageerror', (error) => faults.push(error.message));
  const status = app.page.locator('#status');
  const receipt = app.page.locator('#receipt');
  const button = app.page.locator('#connect').getByRole('button');
  await expect(status).toHaveText('nobody');
  await expect(button).toHaveCSS('border-radius', '20px');

  await button.click();
  await app.connect();
  await expect(app.sheet).toBeHidden();
  await expect(status).toHaveText(/^UQ[\w-]{46}$/);

  await app.press('Send');
  await app.wallet.approveButton.click();
  await expect(receipt).toHaveText(/^sent \S{4}$/);
  await app.press('Send');
  await app.wallet.declineButton.click();
  await expect(receipt).toHaveText('declined');

  await app.page.reload();
  await expect(status).toHaveText(/^UQ[\w-]{46}$/);
  await app.press('Disconnect');
  await expect(status).toHaveText('nobody');
  await expect(button).toHaveText('Connect wallet');
  expect(faults).toEqual([]);
});

test('elements with the same manifest share one widget', async ({ openVanilla }) => {
  const app = await openVanilla('/element.html');
  const { page } = app;
  const address = /[\w-]{4}…[\w-]{4}/;
  const inHeader = page.locator('header').getByRole('button');
  const inFooter = page.locator('footer').getByRole('button');
  await inHeader.click();
  await expect(app.sheet).toBeVisible();
  await expect(page.locator('[data-prichal-root]').first()).toHaveAttribute('data-theme', 'DARK');
  await app.connect();
  await expect(page.locator('#status')).toHaveText(/\S/);
  await expect(inHeader).toHaveText(address);
  await expect(inFooter).toHaveText(address);

  // A moved element stays the same. Removing the last one unmounts the widget.
  await page.evaluate(() => {
    const button = document.querySelector('header prichal-connect-button');
    if (button) document.querySelector('footer')?.append(button);
  });
  await expect(inFooter).toHaveCount(2);
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('prichal-connect-button')) one.remove();
  });
  await expect(page.locator('[data-prichal-root]')).toHaveCount(0);
});

test('an incorrectly configured element reports the problem', async ({ openVanilla }) => {
  const { page } = await openVanilla('/element.html');
  const errors = await page.evaluate(async () => {
    const messages: string[] = [];
    window.addEventListener('error', ({ error }) => messages.push(error.message));
    document.body.append(document.createElement('prichal-connect-button'));
    document.querySelector('prichal-connect-button')?.setAttribute('theme', 'sepia');
    return messages;
  });
  expect(errors.map((message) => message.split('\n').at(-1))).toEqual([
    '<prichal-connect-button> has no manifest: give it a `manifest-url`, or a TonConnectUI as its property `ui`.',
    '<prichal-connect-button> has no theme "sepia": it knows light, dark, system.',
  ]);
});
