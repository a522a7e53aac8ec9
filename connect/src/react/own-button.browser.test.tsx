import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderWidget } from '../testing/render-widget.js';
import { ADDRESS, scriptedConnector, walletOf } from '../testing/scripted-connector.js';
import { until } from '../testing/until.js';
import { TonConnectButton } from './TonConnectButton.js';
import type { ConnectButtonState } from './use-connect-button.js';

beforeEach(() => localStorage.clear());

/** A custom button of the app. */
const Own = ({
  status,
  address,
  shortAddress,
  wallet,
  open,
  disconnect,
  prepare,
}: ConnectButtonState) => (
  <button
    type="button"
    disabled={status === 'restoring'}
    onPointerEnter={prepare}
    onClick={address ? disconnect : open}
  >
    {status === 'connected'
      ? `${shortAddress} ${wallet && 'name' in wallet ? wallet.name : ''}`
      : status}
  </button>
);

describe('a custom button', () => {
  it("does everything that the widget's button does, without that button", async () => {
    const connector = scriptedConnector();
    const { screen } = await renderWidget({
      connector,
      children: <TonConnectButton>{Own}</TonConnectButton>,
    });
    const button = page.getByRole('button').first();
    await expect.element(button).toHaveTextContent('disconnected');
    expect(screen.container.querySelector('[data-prichal-root]')).toBeNull();
    await button.click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    connector.answer(walletOf('alpha'));
    await expect.element(button).toHaveTextContent('UQCD…qEBI Alpha');
    expect(ADDRESS.startsWith('UQCD')).toBe(true);
    await until(() => page.getByRole('dialog').query() === null);
    await button.click();
    await expect.element(button).toHaveTextContent('disconnected');
  });

  it('waits while a session is restored', async () => {
    const connector = scriptedConnector();
    connector.restoreConnection = () => new Promise(() => undefined);
    await renderWidget({ connector, children: <TonConnectButton>{Own}</TonConnectButton> });
    await expect.element(page.getByRole('button')).toBeDisabled();
    await expect.element(page.getByRole('button')).toHaveTextContent('restoring');
  });
});
