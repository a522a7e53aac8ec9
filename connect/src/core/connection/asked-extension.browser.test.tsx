import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TonConnectButton } from '../../react/TonConnectButton.js';
import { TonConnectUIProvider } from '../../react/TonConnectUIProvider.js';
import { scriptedStreams } from '../../testing/bridge-streams.js';
import { pressesTaken } from '../../testing/presses-taken.js';
import { RAW_ADDRESS } from '../../testing/scripted-connector.js';
import { served, servedWithExtension, serveList } from '../../testing/served-list.js';

/*
 * Answers of an extension after the user has changed to another screen or has closed the sheet, with the SDK
 * itself (3.4.1). The request stays pending in the extension and cannot be withdrawn.
 */

const named = (name: string | RegExp) => page.getByRole('button', { name });
const tab = (name: string) => page.getByRole('tab', { name });
const LIST = 'https://list.example/wallets.json';
const SESSION = 'ton-connect-storage_bridge-connection';

const device = {
  platform: 'browser',
  appName: 'lantern',
  appVersion: '1',
  maxProtocolVersion: 2,
  features: ['SendTransaction', { name: 'SendTransaction', maxMessages: 4 }],
};
const account = {
  name: 'ton_addr',
  address: RAW_ADDRESS,
  network: '-239',
  walletStateInit: '',
  publicKey: '00',
};
const approval = { event: 'connect', id: 1, payload: { items: [account], device } };
const refusal = { event: 'connect_error', id: 1, payload: { code: 300, message: 'No' } };

/** Extensions on the page, by name: their requests, and a function that answers the last one. */
type Played = { asked: number; left: number; answer: (answer: object) => void };
const keys: string[] = [];
function inject(key: string): Played {
  const played: Played = { asked: 0, left: 0, answer: () => undefined };
  const tonconnect = {
    deviceInfo: device,
    protocolVersion: 2,
    connect: () => {
      played.asked += 1;
      return new Promise((resolve) => {
        played.answer = resolve;
      });
    },
    restoreConnection: async () => refusal,
    listen: () => () => undefined,
    send: () => new Promise(() => undefined),
    disconnect: () => {
      played.left += 1;
    },
  };
  Object.assign(window, { [key]: { tonconnect } });
  keys.push(key);
  return played;
}

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
  scriptedStreams('open');
  serveList(() => [
    served('Anchor'),
    served('Buoy'),
    servedWithExtension('Lantern', 'lanternKey'),
    servedWithExtension('Beacon', 'beaconKey'),
  ]);
});
afterEach(() => {
  for (const key of keys.splice(0)) delete (window as never as Record<string, unknown>)[key];
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function openLantern(): Promise<void> {
  await render(
    <TonConnectUIProvider manifestUrl="https://app.example/m.json" walletsListSource={LIST}>
      <TonConnectButton />
    </TonConnectUIProvider>,
  );
  await named('Connect wallet').click();
  await named(/^Lantern/).click();
  await expect.element(page.getByText('Continue in the Lantern browser extension…')).toBeVisible();
}

async function closeSheet(): Promise<void> {
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.querySelector('dialog[open]')).toBeNull();
  await pressesTaken();
}

const connected = () => expect.element(named(/UQCD…qEBI/)).toBeVisible();

it('sends one request even if its tab is opened again', async () => {
  const lantern = inject('lanternKey');
  await openLantern();
  await expect.poll(() => lantern.asked).toBe(1);
  for (let time = 0; time < 2; time++) {
    await tab('Mobile').click();
    await expect.element(named('Copy link')).toBeEnabled();
    await pressesTaken();
    await tab('Extension').click();
    await expect
      .element(page.getByText('Continue in the Lantern browser extension…'))
      .toBeVisible();
    await pressesTaken();
  }
  await closeSheet();
  await named('Connect wallet').click();
  await named(/^Lantern/).click();
  await expect.element(page.getByText('Continue in the Lantern browser extension…')).toBeVisible();
  expect(lantern.asked).toBe(1);
  lantern.answer(refusal);
  await expect.element(page.getByText('Connection declined')).toBeVisible();
  await named('Retry').click();
  await expect.poll(() => lantern.asked).toBe(2);
  lantern.answer(approval);
  await connected();
});

it('accepts its approval while the code is shown', async () => {
  const lantern = inject('lanternKey');
  await openLantern();
  await tab('Mobile').click();
  await expect.element(named('Copy link')).toBeEnabled();
  lantern.answer(approval);
  await connected();
  await expect.poll(() => document.querySelector('dialog[open]')).toBeNull();
  expect(JSON.parse(localStorage.getItem(SESSION) ?? '')).toMatchObject({ type: 'injected' });
});

it('accepts its approval after the sheet was closed', async () => {
  const lantern = inject('lanternKey');
  await openLantern();
  await expect.poll(() => lantern.asked).toBe(1);
  await closeSheet();
  await expect.element(named('Connect wallet')).toBeVisible();
  lantern.answer(approval);
  await connected();
  expect(lantern.left).toBe(0);
});

it('ignores its rejection after the sheet was closed, and sends a new request', async () => {
  const lantern = inject('lanternKey');
  await openLantern();
  await expect.poll(() => lantern.asked).toBe(1);
  await closeSheet();
  lantern.answer(refusal);
  await named('Connect wallet').click();
  await named(/^Lantern/).click();
  await expect.poll(() => lantern.asked).toBe(2);
  expect(page.getByText('Connection declined').query()).toBeNull();
});

it('declines its late approval if another wallet is connected', async () => {
  const lantern = inject('lanternKey');
  const beacon = inject('beaconKey');
  await openLantern();
  await expect.poll(() => lantern.asked).toBe(1);
  await named('Back').click();
  await pressesTaken();
  await named(/^Beacon/).click();
  await expect.poll(() => beacon.asked).toBe(1);
  beacon.answer(approval);
  await connected();
  const stored = localStorage.getItem(SESSION);
  expect(stored).toContain('beaconKey');
  lantern.answer(approval);
  await expect.poll(() => lantern.left).toBe(1);
  expect(localStorage.getItem(SESSION)).toBe(stored);
  expect(beacon.left).toBe(0);
  await connected();
});
