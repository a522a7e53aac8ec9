import { resolve } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { ConnectButton } from '../../dev-wallet/src/page-objects/index.ts';
import { connectByExtension } from '../fixtures/connect.ts';
import { copiedLink } from '../fixtures/copied-link.ts';
import { DevWallet } from '../fixtures/dev-wallet.ts';
import { startServer } from '../fixtures/server.ts';
import { Stand } from '../fixtures/stand.ts';
import { serveFolder } from '../fixtures/static-server.ts';
import { expect, test } from './test.ts';

const icon = resolve(import.meta.dirname, '../../app/public/icon.png');

/** Collects errors of a page's scripts and violations of its policy. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return complaints;
}

/** Answers requests to other machines: the public wallets list with `wallets`, every image with one icon. */
async function stayHere(context: BrowserContext, wallets = '[]'): Promise<void> {
  await context.route(
    ({ hostname }) => !['localhost', '127.0.0.1'].includes(hostname),
    async (route) => {
      if (route.request().url().startsWith('https://config.ton.org/'))
        await route.fulfill({ contentType: 'application/json', body: wallets });
      else if (route.request().resourceType() === 'image') await route.fulfill({ path: icon });
      else await route.abort();
    },
  );
}

/** Connects with the link of the QR code, as the pages describe, and waits for the address. */
async function connect(context: BrowserContext, page: Page, walletPage: string): Promise<void> {
  const button = new ConnectButton(page);
  await button.disconnected.click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: /Dev Wallet/ }).click();
  const link = await copiedLink(page, sheet);
  const tab = await context.newPage();
  await tab.route(/\/tonconnect-manifest\.json$/, (route) =>
    route.fulfill({
      json: { url: 'https://app.example', name: 'My app', iconUrl: 'https://app.example/icon.png' },
    }),
  );
  await tab.goto(walletPage);
  const wallet = new DevWallet(tab.locator('body'));
  await wallet.openLink(link);
  await wallet.approveButton.click();
  await expect(button.connected).toBeVisible();
}

test('start/create: the created app connects in the sandbox', async ({ context, page, reader }) => {
  await reader.read('start/create.md');
  await stayHere(context);
  const complaints = complaintsOf(page);
  const stand = await Stand.open(page, `http://127.0.0.1:${reader.port(8080)}`);
  await connectByExtension(stand);
  await expect(stand.app.getByRole('heading', { name: 'my-app' })).toBeVisible();
  await expect(stand.app.getByText(/^[\w-]{48}$/)).toBeVisible();
  expect(complaints).toEqual([]);
});

test('start/widget: connects after the packages are replaced', async ({
  context,
  page,
  reader,
}) => {
  await reader.read('start/widget.md');
  // Replaces the public wallets list, and has the bridge of its wallet.
  const server = await startServer();
  try {
    const list = await (await fetch(`${server.origin}/wallets-v2.json`)).text();
    await stayHere(context, list);
    const complaints = complaintsOf(page);
    await page.goto(`http://localhost:${reader.port(5173)}/`);
    await connect(context, page, `${server.origin}/stand/wallet/`);
    expect(complaints).toEqual([]);
  } finally {
    await server.stop();
  }
});

test('start/app: connects over the own bridge under the computed policy', async ({
  context,
  page,
  reader,
}) => {
  await reader.read('start/app.md');
  const origin = `http://127.0.0.1:${reader.port(8080)}`;
  await stayHere(context);
  const complaints = complaintsOf(page);
  const answer = await page.goto(origin);
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self'");
  await connect(context, page, `${origin}/stand/wallet/`);
  expect(complaints).toEqual([]);
});

test('start/bridge: delivers a message and shows the status page', async ({ page, reader }) => {
  await reader.read('start/bridge.md');
  const complaints = complaintsOf(page);
  await page.goto(`http://127.0.0.1:${reader.port(8080)}/`);
  await expect(page.getByRole('heading', { name: 'TON Connect bridge' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('start/sign-in: the API accepts the token', async ({ reader }) => {
  await reader.read('start/sign-in.md');
});

test('widget/vue: opens the wallet dialog', async ({ context, page, reader }) => {
  await reader.read('widget/vue.md');
  const site = await serveFolder(reader.path('dist'));
  try {
    await stayHere(context);
    await page.goto(site.origin);
    await new ConnectButton(page).disconnected.click();
    await expect(page.getByRole('dialog')).toBeVisible();
  } finally {
    await site.stop();
  }
});

test('start/without-a-wallet: the tests of the page pass', async ({ reader }) => {
  await reader.read('start/without-a-wallet.md');
});
