// The SDK gives Node the EventSource that a wallet in Node needs.
import '@tonconnect/sdk';
import type { Request } from '@playwright/test';
import { Wallet } from '../bridge/wallet.ts';
import { copiedLink } from '../fixtures/copied-link.ts';
import { expect, type SignInApp, test } from '../fixtures/sign-in-app.ts';
import { initData } from '../recipes/site-with-sign-in.ts';

/*
 * An app with `useSession()` (e2e/sign-in), the real binary, the dev wallet, and the SDK's own
 * `ton_proof`.
 */
test.use({
  permissions: ['clipboard-read', 'clipboard-write'],
  viewport: { width: 1280, height: 860 },
});

const ADDRESS = /^0:[0-9a-f]{64}$/;

/** Records the page's sign-in requests from now on. */
function asked({ page }: SignInApp): string[] {
  const paths: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/auth/')) paths.push(pathname);
  });
  return paths;
}

async function signedInByWallet(app: SignInApp): Promise<void> {
  await app.connectButton.click();
  await app.connect();
  await expect(app.says('Status')).toHaveText('signed-in');
  await expect(app.says('By')).toHaveText('ton_proof');
  await expect(app.says('Wallets')).toHaveText(ADDRESS);
}

test('a wallet’s proof signs in, requests carry the session, and signing out ends it', async ({
  openSignIn,
}) => {
  const app = await openSignIn();
  const faults: string[] = [];
  app.page.on('pageerror', ({ message }) => faults.push(message));
  const paths = asked(app);
  await expect(app.says('Status')).toHaveText('signed-out');
  await signedInByWallet(app);
  expect(paths).toEqual(['/auth/ton/challenge', '/auth/ton']);

  const bound = app.page.waitForRequest('**/auth/session');
  await app.press('Ask');
  const headers = await (await bound).allHeaders();
  expect(headers.authorization).toMatch(/^DPoP ey/);
  expect(headers.dpop).toMatch(/^ey/);
  await expect(app.says('Asked')).toHaveText(`200 ${await app.says('User').textContent()}`);

  // Tokens are only in memory.
  const kept = await app.page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  expect(kept).not.toContain(headers.authorization?.slice(5, 40));

  await app.press('Sign out');
  await expect(app.says('Status')).toHaveText('signed-out');
  await app.press('Ask');
  await expect(app.says('Asked')).toHaveText('401 undefined');
  // The wallet is still connected. Signing in requests a new proof.
  await expect(app.accountButton).toBeVisible();
  await app.press('Sign in');
  await app.connect();
  await expect(app.says('Status')).toHaveText('signed-in');
  expect(faults).toEqual([]);
});

test('after a reload the wallet is restored, and its proof is requested when the user signs in', async ({
  openSignIn,
}) => {
  const app = await openSignIn();
  await signedInByWallet(app);
  const user = await app.says('User').textContent();
  await app.page.reload();
  await expect(app.accountButton).toBeVisible();
  await expect(app.says('Status')).toHaveText('signed-out');
  await expect(app.says('Error')).toHaveText('');
  await app.press('Sign in');
  await app.connect();
  await expect(app.says('User')).toHaveText(user ?? '');
});

test('a cookie session survives a reload, is renewed, and ends in all tabs', async ({
  openSignIn,
  context,
}) => {
  const app = await openSignIn('?cookie');
  await signedInByWallet(app);
  const user = (await app.says('User').textContent()) ?? '';
  await app.page.reload();
  await expect(app.says('Status')).toHaveText('signed-in');
  await expect(app.says('User')).toHaveText(user);
  await app.press('Ask');
  await expect(app.says('Asked')).toHaveText(`200 ${user}`);

  const other = await context.newPage();
  await other.goto(app.page.url());
  const status = other.getByLabel('Status');
  await expect(status).toHaveText('signed-in');
  await app.press('Sign out');
  await expect(status).toHaveText('signed-out');
  await other.reload();
  await expect(status).toHaveText('signed-out');
});

test('an expired token is renewed once, and the request succeeds', async ({ openSignIn }) => {
  const app = await openSignIn();
  await signedInByWallet(app);
  const paths = asked(app);
  // Only the server knows when a token expires, so a proxy rejects it once.
  let refused = 0;
  await app.page.route('**/auth/session', (route) => {
    refused += 1;
    return refused === 1 ? route.fulfill({ status: 401, json: {} }) : route.continue();
  });
  // A 401 after a new token has another cause.
  await app.page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 10_000;
  });
  await app.press('Ask');
  await expect(app.says('Asked')).toHaveText(/^200 u_/);
  expect(paths).toEqual(['/auth/session', '/auth/refresh', '/auth/session']);
});

test('after a lost answer the user approves only once more', async ({ openSignIn }) => {
  const app = await openSignIn();
  let lost = false;
  // The server has accepted the proof, then its answer is lost. The same proof is not valid again.
  await app.page.route('**/auth/ton', async (route) => {
    if (lost) return route.continue();
    lost = true;
    await route.fetch();
    await route.abort();
  });
  const refused = app.page.waitForResponse(
    (answer) => answer.url().endsWith('/auth/ton') && answer.status() === 409,
  );
  await app.connectButton.click();
  await app.connect();
  expect(await (await refused).json()).toMatchObject({ code: 'challenge_used' });
  await expect(app.says('Status')).toHaveText('signing-in');
  await app.connect();
  await expect(app.says('Status')).toHaveText('signed-in');
});

test('a wallet without proof shows a message instead of waiting', async ({
  openSignIn,
  server,
}) => {
  const app = await openSignIn();
  await app.connectButton.click();
  const old = await Wallet.open(await copiedLink(app.page, app.sheet), `${server.origin}/bridge`);
  await expect(app.says('Error')).toHaveText('proof_not_supported');
  await expect(app.says('Status')).toHaveText('signed-out');
  await expect(app.sheet).toBeHidden();
  await expect(app.accountButton).toBeVisible();
  old.sleep();

  await app.press('Sign in');
  await app.connect();
  await expect(app.says('Status')).toHaveText('signed-in');
  await expect(app.says('Error')).toHaveText('');
});

test.describe('inside Telegram', () => {
  const launch = (id: number) =>
    `#tgWebAppPlatform=android&tgWebAppVersion=9.1&tgWebAppData=${encodeURIComponent(initData(id))}`;

  test('a user is signed in automatically, also after a reload, and links a wallet', async ({
    openSignIn,
  }) => {
    const app = await openSignIn(launch(4201));
    await expect(app.says('Status')).toHaveText('signed-in');
    await expect(app.says('By')).toHaveText('tg_init');
    const user = (await app.says('User').textContent()) ?? '';
    await app.page.reload();
    await expect(app.says('User')).toHaveText(user);

    await app.press('Link');
    await app.connect();
    await expect(app.says('Wallets')).toHaveText(ADDRESS);
    await expect(app.says('User')).toHaveText(user);
    await app.press('Ask');
    await expect(app.says('Asked')).toHaveText(`200 ${user}`);
  });

  test('linking a wallet of another user shows that message', async ({ openSignIn, context }) => {
    const first = await openSignIn();
    await signedInByWallet(first);
    const app = await openSignIn(launch(4202));
    await context.clearCookies();
    await app.page.reload();
    await expect(app.says('Status')).toHaveText('signed-in');
    await app.press('Link');
    await app.connect();
    await expect(app.says('Error')).toHaveText('identity_in_use');
    await expect(app.says('Status')).toHaveText('signed-in');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a user approves in the wallet, returns signed in, and signs out', async ({
    openSignIn,
    context,
  }) => {
    const app = await openSignIn();
    await app.connectButton.tap();
    const opened = context.waitForEvent('page');
    await app.sheet.getByRole('button', { name: /Dev Wallet/ }).tap();
    const wallet = await opened;
    await wallet.getByRole('button', { name: 'Approve' }).click();
    await app.page.bringToFront();
    await expect(app.says('Status')).toHaveText('signed-in');
    await expect(app.says('Wallets')).toHaveText(ADDRESS);
    await app.press('Sign out');
    await expect(app.says('Status')).toHaveText('signed-out');
    await app.press('Ask');
    await expect(app.says('Asked')).toHaveText('401 undefined');
  });
});
