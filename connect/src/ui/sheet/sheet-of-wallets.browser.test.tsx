import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useTonConnectModal } from '../../react/hooks.js';
import { TonConnectButton } from '../../react/TonConnectButton.js';
import { prefers } from '../../testing/finger.js';
import { pressesTaken } from '../../testing/presses-taken.js';
import { renderWidget } from '../../testing/render-widget.js';
import { scriptedConnector, walletOf } from '../../testing/scripted-connector.js';
import { still } from '../../testing/show-sheet.js';
import { until } from '../../testing/until.js';

const button = page.getByRole('button', { name: 'Connect wallet' });
const dialog = page.getByRole('dialog', { name: 'Connect your TON wallet' });
const gone = () => expect.poll(() => document.querySelector('dialog[open]')).toBeNull();

const State = () => {
  const { state } = useTonConnectModal();
  return <output data-reason={state.closeReason}>{state.status}</output>;
};

async function opened(connector = scriptedConnector()) {
  const widget = await renderWidget({
    connector,
    children: (
      <>
        <TonConnectButton />
        <State />
      </>
    ),
  });
  await button.click();
  await expect.element(dialog).toBeVisible();
  return widget;
}

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});

describe('the sheet of wallets', () => {
  it('moves the focus to its title, and returns it', async () => {
    await opened();
    await expect
      .element(page.getByRole('heading', { name: 'Connect your TON wallet' }))
      .toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await gone();
    await expect.element(button).toHaveFocus();
  });

  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['its button', () => page.getByRole('button', { name: 'Close' }).click()],
    [
      'a press outside',
      () =>
        userEvent.click(document.querySelector('[data-outside]') ?? document.body, {
          position: { x: 5, y: 5 },
          force: true,
        }),
    ],
  ])('closes by %s as cancelled, and cancels the request', async (_, close) => {
    const { connector } = await opened();
    await until(() => connector.connects.length > 0);
    await pressesTaken();
    await close();
    await gone();
    const state = document.querySelector('output');
    expect([state?.textContent, state?.dataset.reason]).toEqual(['closed', 'action-cancelled']);
    expect(connector.connects[0]?.signal.aborted).toBe(true);
  });

  it('closes when the wallet has answered, as selected', async () => {
    const { connector } = await opened();
    await until(() => connector.connects.length > 0);
    connector.answer(walletOf('alpha'));
    await gone();
    expect(document.querySelector('output')?.dataset.reason).toBe('wallet-selected');
    expect(connector.connects[0]?.signal.aborted).toBe(false);
    await expect.element(page.getByRole('button', { name: /^Wallet UQCD/ })).toHaveFocus();
    expect(localStorage.getItem('ton-connect-ui_preferred-wallet')).toBe('alpha');
  });

  it('opens again with the same state as the first time', async () => {
    const { connector } = await opened();
    await until(() => connector.connects.length === 1);
    await userEvent.keyboard('{Escape}');
    await gone();
    await button.click();
    await expect.element(dialog).toBeVisible();
    await until(() => connector.connects.length === 2);
    expect(connector.connects[1]?.signal.aborted).toBe(false);
  });

  it('does not animate with reduced motion', async () => {
    await prefers({ 'prefers-reduced-motion': 'reduce' });
    try {
      await opened();
      await still();
      await userEvent.keyboard('{Escape}');
      await gone();
      await still();
    } finally {
      await prefers({});
    }
  });

  it('changes its language while it is open', async () => {
    const { rerender } = await opened();
    await rerender({ language: 'ru' });
    await expect
      .element(page.getByRole('dialog', { name: 'Подключите кошелёк TON' }))
      .toBeVisible();
  });
});
