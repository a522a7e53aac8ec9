import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TonConnectButton } from '../../react/TonConnectButton.js';
import { TonConnectUIProvider } from '../../react/TonConnectUIProvider.js';
import { type BridgeStream, scriptedStreams } from '../../testing/bridge-streams.js';
import { painted } from '../../testing/painted.js';
import { served, servedWithExtension, serveList } from '../../testing/served-list.js';
import { until } from '../../testing/until.js';

/*
 * The connector itself, with streams that never open: what is left when the sheet changes between wallets and
 * ways.
 */

const named = (name: string) => page.getByRole('button', { name });
const tab = (name: string) => page.getByRole('tab', { name });
const LIST = 'https://list.example/wallets.json';
const NAMES = ['Anchor', 'Buoy', 'Compass', 'Dinghy', 'Fathom', 'Galley', 'Harbour', 'Islet'];

let streams: readonly BridgeStream[];
const rejected: unknown[] = [];
const onRejection = (event: PromiseRejectionEvent): void => {
  rejected.push(event.reason);
  event.preventDefault();
};

beforeEach(async () => {
  localStorage.clear();
  rejected.length = 0;
  await page.viewport(1280, 800);
  streams = scriptedStreams('silent');
  serveList(() => [
    ...NAMES.map((name) => served(name)),
    servedWithExtension('Lantern', 'lanternKey'),
  ]);
  window.addEventListener('unhandledrejection', onRejection);
});
afterEach(() => {
  window.removeEventListener('unhandledrejection', onRejection);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  delete (window as { lanternKey?: unknown }).lanternKey;
});

it('leaves no unhandled rejection when wallets and ways change while streams open', async () => {
  (window as { lanternKey?: unknown }).lanternKey = {
    tonconnect: {
      deviceInfo: {},
      protocolVersion: 2,
      connect: () => new Promise(() => undefined),
      restoreConnection: async () => ({
        event: 'connect_error',
        payload: { code: 0, message: '' },
      }),
      listen: () => () => undefined,
      send: () => new Promise(() => undefined),
    },
  };
  await render(
    <StrictMode>
      <TonConnectUIProvider manifestUrl="https://app.example/m.json" walletsListSource={LIST}>
        <TonConnectButton />
      </TonConnectUIProvider>
    </StrictMode>,
  );
  await named('Connect wallet').click();
  await until(() => streams.length >= 5);

  await named('View all wallets').click();
  for (const name of ['Galley', 'Harbour', 'Islet']) {
    await named(name).click();
    await until(() => streams.some(({ url }) => url.includes(name.toLowerCase())));
    await tab('Desktop').click();
    await named('Back').click();
  }
  await named('Lantern Installed').click();
  await expect.element(page.getByText('Continue in the Lantern browser extension…')).toBeVisible();
  await tab('Mobile').click();
  await until(() => streams.some(({ url }) => url.includes('lantern')));
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.querySelector('dialog[open]')).toBeNull();
  await until(() => streams.every(({ readyState }) => readyState === 2));
  // Rejections are reported after the task in which they happen.
  await painted();
  expect(rejected).toEqual([]);
  expect(streams.every(({ readyState }) => readyState === 2)).toBe(true);
});
