import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { TonConnectUiCreateOptions } from '../core/options.js';
import { THEME } from '../core/options.js';
import { SESSION_KEY } from '../core/storage.js';
import { scriptedConnector, walletOf } from '../testing/scripted-connector.js';
import { TonConnectUI } from './ton-connect-ui.js';

const made: (TonConnectUI | Element)[] = [];

const make = (options: Partial<TonConnectUiCreateOptions> = {}): TonConnectUI => {
  const ui = new TonConnectUI({ connector: scriptedConnector(), ...options });
  made.push(ui);
  return ui;
};

function place(id: string): HTMLElement {
  const element = document.createElement('div');
  element.id = id;
  document.body.append(element);
  made.push(element);
  return element;
}

const root = (): HTMLElement | null =>
  page.getByRole('dialog').element().closest<HTMLElement>('[data-prichal-root]');
const colour = (name: string): string => {
  const element = root();
  return element ? getComputedStyle(element).getPropertyValue(name) : '';
};

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 860);
});
afterEach(() => {
  for (const one of made.splice(0).reverse()) 'destroy' in one ? one.destroy() : one.remove();
});

describe('the element of buttonRootId', () => {
  it('holds the connect button, which moves when another is named', async () => {
    const [first, second] = [place('first'), place('second')];
    const ui = make({ buttonRootId: 'first' });
    await expect.poll(() => first.textContent).toBe('Connect wallet');
    ui.uiOptions = { buttonRootId: 'second' };
    await expect.poll(() => second.textContent).toBe('Connect wallet');
    expect(first.querySelector('button')).toBeNull();
  });

  it('must exist', () => {
    expect(() => make({ buttonRootId: 'nowhere' })).toThrow(
      'nowhere element not found in the document.',
    );
  });
});

describe('the element of widgetRootId', () => {
  it('is tc-widget-root by default, created if missing and removed at the end', async () => {
    const ui = make();
    await ui.openModal();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    expect(root()?.closest('#tc-widget-root')?.parentElement).toBe(document.body);
    ui.destroy();
    await expect.poll(() => document.getElementById('tc-widget-root')).toBeNull();
  });

  it('is an existing element of the page', async () => {
    const own = place('own-root');
    await make({ widgetRootId: 'own-root' }).openModal();
    await expect.poll(() => own.querySelector('dialog')).not.toBeNull();
  });
});

describe('the look', () => {
  it('is the device’s by default, and changes while the sheet is open', async () => {
    const ui = make();
    await ui.openModal();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    expect(root()?.dataset).toMatchObject({ theme: 'SYSTEM', radius: 'm' });
    for (const [theme, scheme] of [
      [THEME.DARK, 'dark'],
      [THEME.LIGHT, 'light'],
      ['SYSTEM', 'light dark'],
    ] as const) {
      ui.uiOptions = { uiPreferences: { theme } };
      await expect.poll(() => getComputedStyle(root() as Element).colorScheme).toBe(scheme);
    }
  });

  it('has custom colours for each theme', async () => {
    const colorsSet = {
      [THEME.DARK]: { accent: '#112233' },
      [THEME.LIGHT]: { accent: '#445566', text: { primary: '#010203' } },
    };
    const ui = make({ uiPreferences: { theme: THEME.LIGHT, colorsSet } });
    await ui.openModal();
    await expect.poll(() => colour('--prichal-accent')).toBe('#445566');
    expect(colour('--prichal-text-primary')).toBe('#010203');
    ui.uiOptions = { uiPreferences: { theme: THEME.DARK } };
    await expect.poll(() => colour('--prichal-accent')).toBe('#112233');
  });

  it('has round, slightly round or square corners', async () => {
    const ui = make();
    await ui.openModal();
    const corners: string[] = [];
    for (const borderRadius of ['m', 's', 'none'] as const) {
      ui.uiOptions = { uiPreferences: { borderRadius } };
      await expect.poll(() => root()?.dataset.radius).toBe(borderRadius);
      corners.push(colour('--prichal-radius-card'));
    }
    expect(corners).toEqual(['24px', '16px', '0']);
  });
});

describe('a stored session', () => {
  it('is not restored if restoreConnection is false', async () => {
    const session = JSON.stringify({ type: 'http', connectEvent: {}, session: {} });
    localStorage.setItem(SESSION_KEY, session);
    const ui = new TonConnectUI({
      manifestUrl: 'https://app.example/m.json',
      restoreConnection: false,
    });
    made.push(ui);
    expect(await ui.connectionRestored).toBe(false);
    expect(localStorage.getItem(SESSION_KEY)).toBe(session);
  });
});

describe('connectWallet', () => {
  it('rejects with the specified message when the sheet is closed without a wallet', async () => {
    const ui = make();
    const connecting = ui.connectWallet();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    ui.closeModal();
    await expect(connecting).rejects.toThrow('Wallet was not connected');
  });

  it('resolves with the wallet, and how it was opened', async () => {
    const connector = scriptedConnector();
    const ui = make({ connector });
    const connecting = ui.connectWallet();
    await expect.poll(() => connector.connects.length).toBe(1);
    connector.answer(walletOf('alpha'));
    expect(await connecting).toMatchObject({ appName: 'alpha', openMethod: 'qrcode' });
  });
});

describe('an unlisted wallet', () => {
  it('connects, and reports to error listeners that it is not listed', async () => {
    const connector = scriptedConnector();
    const errors: string[] = [];
    const ui = make({ connector });
    ui.onStatusChange(
      () => undefined,
      ({ message }) => errors.push(message.split('\n').at(-1) ?? ''),
    );
    await ui.connector.getWallets();
    connector.answer(walletOf('stranger'));
    await expect.poll(() => ui.connected).toBe(true);
    await expect.poll(() => errors).toEqual(["Cannot find WalletInfo for the 'stranger' wallet"]);
  });
});
