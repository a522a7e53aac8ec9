import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderWidget } from '../../testing/render-widget.js';
import { scriptedConnector, walletOf } from '../../testing/scripted-connector.js';
import { TonConnectButton } from '../connect-button/TonConnectButton.js';
import { useTonConnectModal } from '../provider/hooks.js';

const button = page.getByRole('button', { name: 'Connect wallet' });
const dialog = page.getByRole('dialog', { name: 'Connect your wallet' });
const gone = () => expect.poll(() => document.querySelector('dialog')).toBeNull();

const State = () => {
  const { state } = useTonConnectModal();
  return <output data-reason={state.closeReason}>{state.status}</output>;
};
const setUp = (connector = scriptedConnector()) =>
  renderWidget({
    connector,
    children: (
      <>
        <TonConnectButton />
        <State />
        <div style={{ height: '3000px' }} />
      </>
    ),
  });

async function opened(connector = scriptedConnector()) {
  const widget = await setUp(connector);
  await button.click();
  await expect.element(dialog).toBeVisible();
  return widget;
}

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});
afterEach(() => vi.restoreAllMocks());

describe('the sheet', () => {
  it('takes the focus to its title, and gives it back', async () => {
    await opened();
    await expect.element(page.getByRole('heading', { name: 'Connect your wallet' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await gone();
    await expect.element(button).toHaveFocus();
  });

  it('keeps the page behind it still and out of reach', async () => {
    await opened();
    expect(document.documentElement.style.overflow).toBe('hidden');
    expect(document.querySelector('dialog')?.matches(':modal')).toBe(true);
    await userEvent.keyboard('{Escape}');
    await gone();
    expect(document.documentElement.style.overflow).toBe('');
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
  ])('closes by %s, as cancelled, and gives the request up', async (_, close) => {
    const { connector } = await opened();
    await vi.waitUntil(() => connector.connects.length > 0);
    await close();
    await gone();
    const state = document.querySelector('output');
    expect([state?.textContent, state?.dataset.reason]).toEqual(['closed', 'action-cancelled']);
    expect(connector.connects[0]?.signal.aborted).toBe(true);
  });

  it('does not close by a press inside', async () => {
    await opened();
    await page.getByText('Scan with your mobile wallet').click();
    await expect.element(dialog).toBeVisible();
  });

  it('closes when the wallet has answered, as selected', async () => {
    const { connector } = await opened();
    await vi.waitUntil(() => connector.connects.length > 0);
    connector.answer(walletOf('alpha'));
    await gone();
    expect(document.querySelector('output')?.dataset.reason).toBe('wallet-selected');
    expect(connector.connects[0]?.signal.aborted).toBe(false);
    await expect.element(page.getByRole('button', { name: /^UQCD/ })).toHaveFocus();
    expect(localStorage.getItem('ton-connect-ui_preferred-wallet')).toBe('alpha');
  });

  it('plays its exit before it goes', async () => {
    await opened();
    await userEvent.keyboard('{Escape}');
    expect(document.querySelector('dialog')?.dataset.state).toBe('closing');
    await gone();
  });

  it('is a sheet at the bottom of a phone', async () => {
    await page.viewport(390, 844);
    await opened();
    await vi.waitUntil(() =>
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    );
    const card = dialog.getByRole('heading').element().closest('[data-outside] > div');
    const box = card?.getBoundingClientRect();
    expect([box?.left, box?.right, box?.bottom]).toEqual([0, 390, 844]);
  });

  it('is a card of 416 px elsewhere', async () => {
    await opened();
    await vi.waitUntil(() =>
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    );
    const card = dialog.getByRole('heading').element().closest('[data-outside] > div');
    expect(card?.getBoundingClientRect().width).toBe(416);
  });

  it('opens again as on the first time', async () => {
    const { connector } = await opened();
    await userEvent.keyboard('{Escape}');
    await gone();
    await button.click();
    await expect.element(dialog).toBeVisible();
    await vi.waitUntil(() => connector.connects.length === 2);
    expect(connector.connects[1]?.signal.aborted).toBe(false);
  });

  it('changes its language while it is open', async () => {
    const { rerender } = await opened();
    await rerender({ language: 'ru' });
    await expect.element(page.getByRole('dialog', { name: 'Подключите кошелёк' })).toBeVisible();
  });
});

describe('back on Android', () => {
  /** A busy machine may take its time; a second, as by default, is not a failure. */
  const PATIENCE = { timeout: 10_000 };
  const android =
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36';

  it('closes the sheet, and leaves no entry behind', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(android);
    await opened();
    await vi.waitUntil(() => history.state?.prichalBack === true, PATIENCE);
    history.back();
    await gone();
    expect(history.state?.prichalBack).toBeUndefined();
  });

  it('goes back by itself when the sheet is closed another way', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(android);
    await opened();
    await vi.waitUntil(() => history.state?.prichalBack === true, PATIENCE);
    await userEvent.keyboard('{Escape}');
    await gone();
    await vi.waitUntil(() => !history.state?.prichalBack, PATIENCE);
  });
});
