import { StrictMode, useEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { internalsOf } from '../core/internals.js';
import { SESSION_KEY } from '../core/storage.js';
import { renderWidget } from '../testing/render-widget.js';
import { scriptedConnector, walletOf } from '../testing/scripted-connector.js';
import { until } from '../testing/until.js';
import { useTonConnectModal, useTonConnectUI } from './hooks.js';
import { TonConnectButton } from './TonConnectButton.js';
import { TonConnectUIProvider } from './TonConnectUIProvider.js';
import { TonConnectUI } from './ton-connect-ui.js';

const MANIFEST = 'https://app.example/m.json';
const button = () => page.getByRole('button').first();
const root = (): Element | null => document.querySelector('[data-prichal-root]');

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe('the provider', () => {
  it('applies changed props, and resets removed ones', async () => {
    const { rerender } = await renderWidget();
    await rerender({
      language: 'ru',
      uiPreferences: { theme: 'DARK', borderRadius: 's' },
      strings: { ru: { button: { connectWallet: 'Войти' } } },
    });
    await expect.element(button()).toHaveAccessibleName('Войти');
    expect(root()?.getAttribute('data-theme')).toBe('DARK');
    await rerender({ language: 'ru', uiPreferences: { borderRadius: 's' } });
    await expect.element(button()).toHaveAccessibleName('Подключить кошелёк');
    expect(root()?.getAttribute('data-theme')).toBe('SYSTEM');
    expect(root()?.getAttribute('data-radius')).toBe('s');
    await rerender({});
    await expect.element(button()).toHaveAccessibleName('Connect wallet');
    expect(root()?.getAttribute('data-radius')).toBe('m');
  });

  it('keeps options of setOptions that the props do not set', async () => {
    const Russian = () => {
      const [, setOptions] = useTonConnectUI();
      useEffect(() => setOptions({ language: 'ru' }), [setOptions]);
      return <TonConnectButton />;
    };
    const { rerender } = await renderWidget({ children: <Russian />, language: 'en' });
    await expect.element(button()).toHaveAccessibleName('Подключить кошелёк');
    await rerender({ children: <Russian />, uiPreferences: { theme: 'DARK' } });
    await until(() => root()?.getAttribute('data-theme') === 'DARK');
    await expect.element(button()).toHaveAccessibleName('Подключить кошелёк');
  });

  it('changes nothing for new objects with equal options', async () => {
    const count = vi.fn();
    const Counter = () => {
      const [ui] = useTonConnectUI();
      useEffect(() => internalsOf(ui).store.subscribe(count), [ui]);
      return null;
    };
    const options = () => ({ uiPreferences: { colorsSet: { DARK: { accent: 'red' } } } });
    const { rerender } = await renderWidget({ children: <Counter />, ...options() });
    const before = count.mock.calls.length;
    await rerender({ children: <Counter />, ...options() });
    expect(count).toHaveBeenCalledTimes(before);
  });

  it('creates another widget for another connector, and destroys the old one', async () => {
    const [first, second] = [scriptedConnector([], walletOf('alpha')), scriptedConnector()];
    const view = (connector: typeof first) => (
      <StrictMode>
        <TonConnectUIProvider connector={connector}>
          <TonConnectButton />
        </TonConnectUIProvider>
      </StrictMode>
    );
    const screen = await render(view(first));
    await expect.element(button()).toHaveAccessibleName('Wallet UQCD…qEBI');
    await screen.rerender(view(second));
    await expect.element(button()).toHaveAccessibleName('Connect wallet');
  });

  it('wraps an existing widget, which outlives it', async () => {
    const connector = scriptedConnector([], walletOf('alpha'));
    const instance = new TonConnectUI({ connector, language: 'ru' });
    const screen = await render(
      <TonConnectUIProvider instance={instance} uiPreferences={{ theme: 'DARK' }}>
        <TonConnectButton />
      </TonConnectUIProvider>,
    );
    await expect.element(button()).toHaveAccessibleName('Кошелёк UQCD…qEBI');
    expect(root()?.getAttribute('data-theme')).toBe('DARK');
    expect(root()?.getAttribute('lang')).toBe('ru');
    await screen.unmount();
    expect(instance.connected).toBe(true);
    instance.destroy();
  });

  it('can be on a page several times', async () => {
    const connector = scriptedConnector();
    await render(
      <>
        <TonConnectUIProvider connector={connector}>
          <TonConnectButton />
        </TonConnectUIProvider>
        <TonConnectUIProvider connector={connector} language="ru">
          <TonConnectButton />
        </TonConnectUIProvider>
      </>,
    );
    await expect.element(page.getByRole('button', { name: 'Connect wallet' })).toBeEnabled();
    await page.getByRole('button', { name: 'Подключить кошелёк' }).click();
    await expect
      .element(page.getByRole('dialog', { name: 'Подключите кошелёк TON' }))
      .toBeVisible();
    connector.answer(walletOf('alpha'));
    const both = page.getByRole('button', { name: /^(Wallet|Кошелёк) UQCD…qEBI$/ });
    await until(() => both.elements().length === 2);
  });

  it('returns the same objects from the modal’s hook while nothing changes', async () => {
    const seen = new Set<unknown>();
    const Modal = () => {
      const modal = useTonConnectModal();
      const [, again] = useState(0);
      seen.add(modal);
      return (
        <button type="button" onClick={() => again((n) => n + 1)}>
          {modal.state.status}
        </button>
      );
    };
    await renderWidget({ children: <Modal /> });
    await button().click();
    await button().click();
    // StrictMode renders twice at first.
    expect(seen.size).toBeLessThanOrEqual(2);
  });
});

describe('markup of a server', () => {
  const app = (
    <TonConnectUIProvider manifestUrl={MANIFEST} walletsListSource="/hangs.json" language="ru">
      <TonConnectButton />
    </TonConnectUIProvider>
  );

  it.each([
    ['without a session', null, 'disconnected'],
    [
      'with one',
      JSON.stringify({ type: 'injected', jsBridgeKey: 'comesLate', nextRpcRequestId: 0 }),
      'restoring',
    ],
  ])('is hydrated %s without a layout shift', async (_, session, state) => {
    if (session) localStorage.setItem(SESSION_KEY, session);
    const onRecoverableError = vi.fn();
    const shifts: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as never as { value: number }).value);
    });
    observer.observe({ type: 'layout-shift', buffered: false });
    const holder = document.createElement('div');
    holder.innerHTML = renderToString(app);
    document.body.append(holder);
    const box = () => JSON.stringify(holder.querySelector('button')?.getBoundingClientRect());
    const before = box();
    expect(holder.querySelector('button')?.dataset.state).toBe('restoring');
    const hydrated = hydrateRoot(holder, app, { onRecoverableError });
    await until(() => holder.querySelector('button')?.dataset.state === state);
    expect(box()).toBe(before);
    await until(() => holder.querySelector('button')?.dataset.state === 'disconnected');
    expect(box()).toBe(before);
    expect(onRecoverableError).not.toHaveBeenCalled();
    expect(shifts).toEqual([]);
    observer.disconnect();
    hydrated.unmount();
    holder.remove();
  });
});
