import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { SESSION_KEY } from '../../core/connection/session.js';
import { useTonAddress, useTonWallet } from '../../react/hooks.js';
import { TonConnectButton } from '../../react/TonConnectButton.js';
import { TonConnectUIProvider } from '../../react/TonConnectUIProvider.js';
import { renderWidget } from '../../testing/render-widget.js';
import { ADDRESS, scriptedConnector, walletOf } from '../../testing/scripted-connector.js';
import { until } from '../../testing/until.js';
import { ARROW_DOWN } from '../icons/Icon.js';
import { shortAddress } from './button-state.js';

const SHORT = shortAddress(ADDRESS);
const connect = page.getByRole('button', { name: 'Connect wallet' });
const account = page.getByRole('button', { name: /^(Wallet|Кошелёк) UQCD…qEBI$/ });

beforeEach(() => {
  localStorage.clear();
});

/** Emulates Android's larger text: all font sizes grow, also those in px. */
function enlargeLetters(factor: number): void {
  const parts = [...document.querySelectorAll<HTMLElement>('[data-prichal-root] *')];
  const sizes = parts.map((part) => Number.parseFloat(getComputedStyle(part).fontSize));
  parts.forEach((part, at) => {
    part.style.fontSize = `${(sizes[at] ?? 0) * factor}px`;
    part.style.lineHeight = '40px';
  });
}

/** A connector that restores its session until `finish` is called. */
function restoring() {
  const connector = scriptedConnector();
  let finish = (): void => undefined;
  connector.restoreConnection = () =>
    new Promise((resolve) => {
      finish = resolve;
    });
  return { connector, finish: () => finish() };
}

describe('the connect button', () => {
  it("shows 'Connect wallet' if there is no session to restore", async () => {
    await renderWidget();
    await expect.element(connect).toBeEnabled();
    expect(connect.element().getBoundingClientRect().height).toBe(40);
  });

  it('is disabled while a session is restored', async () => {
    const { connector, finish } = restoring();
    await renderWidget({ connector });
    const button = page.getByRole('button', { name: 'Restoring the connection' });
    await expect.element(button).toBeDisabled();
    await expect.element(button).toHaveAttribute('aria-busy', 'true');
    await until(() => connector.connected === false);
    await until(() => {
      finish();
      return connect.query();
    });
  });

  it('does not move or change its size from restoring to connected', async () => {
    const { connector } = restoring();
    const { screen } = await renderWidget({ connector });
    const size = () => {
      const { x, y, width, height } =
        screen.container.querySelector('button')?.getBoundingClientRect() ?? {};
      return { x, y, width, height };
    };
    const before = size();
    await until(() => connector.answer(walletOf('alpha')) === undefined && account.query());
    expect(size()).toEqual(before);
    connector.answer(null);
    await expect.element(connect).toBeVisible();
    expect(size()).toEqual(before);
  });

  it('keeps its text in one line next to others, and wraps it only if it is too wide itself', async () => {
    await page.viewport(320, 568);
    const { rerender } = await renderWidget({
      children: (
        <header style={{ display: 'flex', justifyContent: 'space-between' }}>
          <p>An app with a name of several words</p>
          <TonConnectButton />
        </header>
      ),
    });
    await expect.element(connect).toBeEnabled();
    expect(connect.element().getBoundingClientRect().height).toBe(40);
    await rerender({ children: <TonConnectButton />, language: 'ru' });
    const button = page.getByRole('button', { name: 'Подключить кошелёк' });
    await expect.element(button).toBeEnabled();
    expect(button.element().getBoundingClientRect().height).toBe(40);
    enlargeLetters(2);
    const { width, height } = button.element().getBoundingClientRect();
    expect(width).toBeLessThanOrEqual(document.body.clientWidth);
    expect(height).toBeGreaterThanOrEqual(2 * 40);
    expect(button.element().scrollWidth).toBeLessThanOrEqual(button.element().clientWidth);
  });

  it('keeps its size also if its text wraps', async () => {
    await page.viewport(320, 568);
    const { connector } = restoring();
    const { screen } = await renderWidget({ connector, language: 'ru' });
    enlargeLetters(2);
    const size = () => {
      const { width, height } =
        screen.container.querySelector('button')?.getBoundingClientRect() ?? {};
      return { width, height };
    };
    const before = size();
    await until(() => connector.answer(walletOf('alpha')) === undefined && account.query());
    expect(size()).toEqual(before);
  });

  it('shows the first and last four of the address', async () => {
    await renderWidget({ connector: scriptedConnector([], walletOf('alpha')) });
    await expect.element(account).toHaveAttribute('aria-haspopup', 'menu');
    expect(SHORT).toBe('UQCD…qEBI');
  });

  it('has a down arrow next to the address', async () => {
    await renderWidget({ connector: scriptedConnector([], walletOf('alpha')) });
    await expect.element(account).toBeVisible();
    const [arrow, another] = account.element().querySelectorAll('svg');
    expect(another).toBeUndefined();
    expect(arrow?.querySelector('path')?.getAttribute('d')).toBe(ARROW_DOWN);
    expect(arrow?.parentElement?.lastChild).toBe(arrow);
    expect(arrow?.getBoundingClientRect().width).toBe(16);
  });

  it('can be on a page several times', async () => {
    const connector = scriptedConnector([], walletOf('alpha'));
    await renderWidget({
      connector,
      children: (
        <>
          <TonConnectButton className="mine" style={{ marginTop: 7 }} />
          <TonConnectButton />
        </>
      ),
    });
    await until(() => account.elements().length === 2);
    expect(document.querySelector<HTMLElement>('.mine')?.style.marginTop).toBe('7px');
  });

  it("has the peer's ID if it is the first one on the page", async () => {
    const { rerender } = await renderWidget({
      children: [<TonConnectButton key="a" className="a" />, <TonConnectButton key="b" />],
    });
    await until(() => connect.elements().length === 2);
    const named = () => [...document.querySelectorAll('[id="ton-connect-button"]')];
    expect(named().map(({ className }) => className.includes('a'))).toEqual([true]);
    document.querySelector<HTMLElement>('#ton-connect-button button')?.click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    // The remaining button takes over the ID.
    await rerender({ children: [<TonConnectButton key="b" />] });
    await until(() => named().length === 1);
  });

  it('is laid out like the peer’s: a block as wide as its content', async () => {
    const { screen } = await renderWidget({
      children: (
        <main style={{ width: 600, fontSize: 40, lineHeight: 2 }}>
          <style>{'.centred { margin: 16px auto 0; }'}</style>
          Words before <TonConnectButton className="centred" /> and after
        </main>
      ),
    });
    await expect.element(connect).toBeEnabled();
    const box = (selector: string) =>
      (screen.container.querySelector(selector) as Element).getBoundingClientRect();
    const [main, root, button] = [box('main'), box('.centred'), box('button')];
    expect([root.width, root.height]).toEqual([button.width, 40]);
    expect(root.left - main.left).toBeCloseTo(main.right - root.right, 0);
    expect(root.top - main.top).toBe(80 + 16);
  });

  it('follows changed props', async () => {
    const { rerender } = await renderWidget();
    await expect.element(connect).toBeEnabled();
    await rerender({ language: 'ru', uiPreferences: { theme: 'DARK', borderRadius: 's' } });
    const button = page.getByRole('button', { name: 'Подключить кошелёк' });
    await expect.element(button).toBeEnabled();
    const root = button.element().closest('[data-prichal-root]');
    expect(root?.getAttribute('data-theme')).toBe('DARK');
    expect(root?.getAttribute('data-radius')).toBe('s');
    expect(root?.getAttribute('lang')).toBe('ru');
    expect(getComputedStyle(button.element()).borderRadius).toBe('8px');
  });

  it('has the colours of a set', async () => {
    await renderWidget({
      uiPreferences: {
        theme: 'LIGHT',
        colorsSet: { LIGHT: { connectButton: { background: 'rgb(1, 2, 3)' } } },
      },
    });
    await expect.element(connect).toHaveStyle({ backgroundColor: 'rgb(1, 2, 3)' });
  });

  it('is painted without the SDK, the sheet, the code or the list', async () => {
    performance.clearResourceTimings();
    await render(
      <TonConnectUIProvider manifestUrl="https://app.example/m.json">
        <TonConnectButton />
      </TonConnectUIProvider>,
    );
    await expect.element(connect).toBeEnabled();
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    expect(
      loaded.filter((url) => /tonconnect_sdk|mount-widget|qr-matrix|wallets-v2/.test(url)),
    ).toEqual([]);
  });

  it('does not treat an unanswered request as a connection', async () => {
    localStorage.setItem(SESSION_KEY, JSON.stringify({ type: 'http', createdAt: Date.now() }));
    await render(
      <TonConnectUIProvider manifestUrl="https://app.example/m.json" restoreConnection={false}>
        <TonConnectButton />
      </TonConnectUIProvider>,
    );
    await expect.element(connect).toBeEnabled();
  });

  it('removes everything from the page', async () => {
    const { screen, connector } = await renderWidget();
    await connect.click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await screen.unmount();
    expect(document.getElementById('tc-widget-root')).toBeNull();
    expect(document.documentElement.style.overflow).toBe('');
    expect(() => connector.answer(walletOf('alpha'))).not.toThrow();
  });
});

describe('the hooks', () => {
  it('return the wallet and its address in both forms', async () => {
    const Shown = () => (
      <output>
        {[useTonAddress(), useTonAddress(false).slice(0, 6), useTonWallet()?.device.appName].join(
          ' ',
        )}
      </output>
    );
    const { connector } = await renderWidget({ children: <Shown /> });
    await until(() => {
      connector.answer(walletOf('alpha'));
      return page.getByRole('status').element().textContent !== '  ';
    });
    await expect.element(page.getByRole('status')).toHaveTextContent(`${ADDRESS} 0:83df alpha`);
  });

  it.each([
    ['main', '-239', ADDRESS],
    ['test', '-3', '0QCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqPvC'],
  ])('return the account’s address and chain on the %s network', async (_, chain, known) => {
    const Shown = () => {
      const { address: raw, chain: network } = useTonWallet()?.account ?? {};
      return <output>{[network, raw, useTonAddress()].join(' ')}</output>;
    };
    const { account, ...wallet } = walletOf('alpha');
    const { connector } = await renderWidget({ children: <Shown /> });
    await until(() => {
      connector.answer({ ...wallet, account: { ...account, chain: chain as never } });
      return page.getByRole('status').element().textContent !== '  ';
    });
    await expect
      .element(page.getByRole('status'))
      .toHaveTextContent(`${chain} ${account.address} ${known}`);
  });

  it('throw an error that names the missing provider', async () => {
    const silence = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await expect(render(<TonConnectButton />)).rejects.toThrow(
      'You should add <TonConnectUIProvider> on the top of the app to use TonConnect',
    );
    silence.mockRestore();
  });
});
