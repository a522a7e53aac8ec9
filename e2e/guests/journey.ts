import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { AccountMenu, ConnectButton } from '../../dev-wallet/src/page-objects/index.ts';
import { copiedLink } from '../fixtures/copied-link.ts';
import { DevWallet } from '../fixtures/dev-wallet.ts';
import { becomeClient, clientSays, launchHash, NATIVE } from '../fixtures/native-client.ts';
import type { Server } from '../fixtures/server.ts';

const BLUE = 'rgb(0, 119, 194)';
const WHITE = 'rgb(255, 255, 255)';

/** A guest in a browser, and the dev wallet on another page. No other host can be reached. */
export class Visit {
  readonly page: Page;
  readonly connect: ConnectButton;
  readonly sheet: Locator;
  readonly send: Locator;
  readonly outcome: Locator;
  /** Errors and console messages of the page. */
  readonly complaints: string[] = [];
  readonly #wallet: DevWallet;

  private constructor(page: Page, walletPage: Page) {
    this.page = page;
    this.connect = new ConnectButton(page);
    this.sheet = page.getByRole('dialog');
    this.send = page.getByRole('button', { name: 'Send', exact: true });
    this.outcome = page.getByRole('status').first();
    this.#wallet = new DevWallet(walletPage.locator('body'));
    page.on('pageerror', ({ message }) => this.complaints.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
  }

  static async begin(context: BrowserContext, origin: string, server: Server): Promise<Visit> {
    await context.route(/^https?:/, async (route) => {
      const url = new URL(route.request().url());
      if (url.pathname === '/favicon.ico') await route.fulfill({ status: 204 });
      else if (url.host === 'config.ton.org') await route.fulfill({ json: walletsList(server) });
      else if (url.origin === origin || url.origin === server.origin) await route.fallback();
      else await route.abort();
    });
    const walletPage = await context.newPage();
    // A page cannot read another site's manifest, as wallets can.
    await walletPage.route(/\/tonconnect-manifest\.json$/, (route) =>
      route.fulfill({ json: MANIFEST }),
    );
    await walletPage.goto(`${server.origin}/stand/wallet/`);
    return new Visit(await context.newPage(), walletPage);
  }

  approve = (): Promise<void> => this.#wallet.approveButton.click();
  decline = (): Promise<void> => this.#wallet.declineButton.click();

  /** Checks that the button is drawn correctly under the guest's style sheets. */
  async expectButton(): Promise<void> {
    const button = this.connect.disconnected.first();
    await expect(button).toBeVisible();
    await expect(button).toHaveCSS('background-color', BLUE);
    await expect(button).toHaveCSS('color', WHITE);
    await expect(button).toHaveCSS('height', '40px');
  }

  /** Opens the wallet dialog and checks that it is drawn correctly. */
  async openSheet(): Promise<void> {
    await this.connect.disconnected.first().click();
    await expect(this.sheet).toBeVisible();
    const title = this.sheet.getByRole('heading').first();
    await expect(title).toHaveCSS('font-size', '20px');
    await expect(title).toHaveCSS('text-align', 'center');
    await expect(this.sheet.getByRole('button', { name: /Dev Wallet/ })).toBeVisible();
  }

  /** Connects as on a desktop: opens the QR code's link in the wallet, which approves. */
  async connectByCode(): Promise<void> {
    await this.openLink();
    await this.approve();
    await expect(this.connect.connected.first()).toBeVisible();
    await expect(this.sheet).toBeHidden();
  }

  /** Opens the QR code's link in the wallet. */
  async openLink(): Promise<void> {
    await this.#wallet.openLink(await copiedLink(this.page, this.sheet));
  }

  async disconnect(): Promise<void> {
    await this.connect.connected.first().click();
    await new AccountMenu(this.page).disconnect.click();
    await expect(this.connect.disconnected.first()).toBeVisible();
  }

  /** Sends the wallet a request, decides in the wallet, and closes the widget's message. */
  async transfer(decide: () => Promise<void>, outcome: string): Promise<void> {
    await this.send.click();
    await decide();
    await expect(this.outcome).toHaveText(outcome);
    await this.page.keyboard.press('Escape');
    await expect(this.sheet).toBeHidden();
  }
}

const MANIFEST = {
  url: 'https://app.example',
  name: 'A guest',
  iconUrl: 'https://app.example/icon.png',
};

/** Replaces the public list, which tests must not request, with only the dev wallet. */
const walletsList = ({ origin }: Server) => [
  {
    app_name: 'prichal-dev',
    name: 'Dev Wallet',
    image: `${origin}/stand/dev-wallet.svg`,
    about_url: 'https://wallet.example',
    universal_url: `${origin}/stand/wallet/`,
    bridge: [{ type: 'sse', url: `${origin}/bridge` }],
    platforms: ['ios', 'android', 'macos', 'windows', 'linux', 'chrome', 'firefox', 'safari'],
    features: [{ name: 'SendTransaction', maxMessages: 4 }],
  },
];

/** Connects, sends, declines, reloads and disconnects. */
export async function transferJourney(visit: Visit, origin: string): Promise<void> {
  await visit.page.goto(origin);
  await visit.expectButton();
  await visit.openSheet();
  await visit.connectByCode();
  await visit.transfer(visit.approve, 'Sent');
  await visit.transfer(visit.decline, 'Declined');
  await visit.page.reload();
  await expect(visit.connect.connected).toBeVisible();
  await visit.disconnect();
  await visit.page.reload();
  await visit.expectButton();
}

/** The wallet declines the connection, then a transfer. */
export async function errorsJourney(visit: Visit, origin: string): Promise<void> {
  await visit.page.goto(origin);
  await visit.openSheet();
  await visit.openLink();
  await visit.decline();
  await expect(visit.outcome).toHaveText('Declined');
  await transferJourney(visit, origin);
}

/** The backend verifies the proof, keeps the user signed in over a reload, and signs them out. */
export async function proofJourney(visit: Visit, origin: string): Promise<void> {
  await visit.page.goto(origin);
  await visit.expectButton();
  await visit.openSheet();
  await visit.connectByCode();
  await expect(visit.outcome).toHaveText(/^Signed in as UQ[\w-]{46}$/);
  await visit.page.reload();
  await expect(visit.outcome).toHaveText(/^Signed in as UQ[\w-]{46}$/);
  await visit.disconnect();
  await expect(visit.outcome).toHaveText('');
  const session = await visit.page.request.get(`${origin}/api/session`);
  expect(session.status()).toBe(401);
}

/**
 * Telegram's Back belongs to the app before and after the wallet dialog, and one press closes one
 * layer.
 */
export async function telegramJourney(visit: Visit, origin: string): Promise<void> {
  const { page } = visit;
  const client = NATIVE.ios;
  let back: boolean | null = null;
  await page.exposeBinding('tellTrace', (_, type: string, data: { is_visible: boolean }) => {
    if (type === 'web_app_setup_back_button') back = data.is_visible;
  });
  await becomeClient(page, client);
  await page.goto(`${origin}/${launchHash(client, { signature: 'some' })}`);
  await page.getByRole('button', { name: 'Wallet', exact: true }).click();
  await visit.expectButton();
  await expect.poll(() => back).toBe(true);

  // The widget ignores the second press of a double click, so Back is pressed after that.
  const taken = () => expect(page.locator('[data-press-guard]')).toHaveCount(0);
  await visit.connect.disconnected.click();
  await expect(visit.sheet).toBeVisible();
  await taken();
  await clientSays(page, 'back_button_pressed');
  await expect(visit.sheet).toBeHidden();
  await taken();
  await expect(page.getByRole('heading', { name: 'Wallet' })).toBeVisible();
  await expect.poll(() => back).toBe(true);

  await clientSays(page, 'back_button_pressed');
  await expect(page.getByRole('heading', { name: 'Telegram' })).toBeVisible();
  await expect.poll(() => back).toBe(false);
}
