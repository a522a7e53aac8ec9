import { hold } from '../fixtures/held.ts';
import { APP, loaded } from '../fixtures/loaded.ts';
import { expect, test } from '../fixtures/test.ts';

test('no request leaves the origin before the user presses a control', async ({
  page,
  server,
  openStand,
}) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    const local =
      url.origin === server.origin || url.protocol === 'data:' || url.protocol === 'blob:';
    if (!local) foreign.push(request.url());
  });
  // The browser reports a request that the policy blocks in the console, and not as a request.
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) foreign.push(message.text());
  });
  const stand = await openStand();
  await expect(stand.connectButton).toBeEnabled();
  await loaded(await stand.appFrame(), APP);
  expect(foreign).toEqual([]);
});

test('the button is visible before the code of dialog and SDK has loaded, and works afterwards', async ({
  page,
  openStand,
}) => {
  const release = await hold(page, /\/assets\/(sdk|lazy-chunk)-[^/]*\.js$/);
  const stand = await openStand();
  await expect(stand.connectButton).toBeEnabled();
  await stand.connectButton.click();
  release();
  await expect(stand.sheet).toBeVisible();
});

test('connecting a wallet violates no Content-Security-Policy', async ({ page, openStand }) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
  });
  const stand = await openStand();
  await stand.connectButton.click();
  await expect(stand.sheet).toBeVisible();
  await stand.page.keyboard.press('Escape');
  await expect(stand.sheet).toBeHidden();
  expect(refused).toEqual([]);
});
