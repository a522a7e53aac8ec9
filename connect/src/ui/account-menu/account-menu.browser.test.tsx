import type { CSSProperties } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { TonConnectButton } from '../../react/TonConnectButton.js';
import { painted, paintedUntil } from '../../testing/painted.js';
import { pressesTaken } from '../../testing/presses-taken.js';
import { renderWidget } from '../../testing/render-widget.js';
import {
  ADDRESS,
  remoteWallet,
  scriptedConnector,
  walletOf,
} from '../../testing/scripted-connector.js';

const button = page.getByRole('button', { name: /^Wallet UQCD/ });
const menu = page.getByRole('menu');
const copy = page.getByRole('menuitem', { name: 'Copy address' });
const explorer = page.getByRole('menuitem', { name: 'View in explorer' });
const disconnect = page.getByRole('menuitem', { name: 'Disconnect' });

const setUp = () => renderWidget({ connector: scriptedConnector([], walletOf('alpha')) });

async function opened() {
  const widget = await setUp();
  await button.click();
  await expect.element(copy).toHaveFocus();
  return widget;
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe('an account on the test network', () => {
  it('is shown at the button, whose size stays', async () => {
    const wallet = walletOf('alpha');
    const connector = scriptedConnector([], wallet);
    await renderWidget({ connector });
    await expect.element(button).toBeVisible();
    const box = button.element().getBoundingClientRect();
    expect(page.getByText('Testnet').query()).toBeNull();
    connector.answer({ ...wallet, account: { ...wallet.account, chain: '-3' } });
    await expect.element(page.getByText('Testnet')).toBeVisible();
    const { top, height } = page.getByRole('button').first().element().getBoundingClientRect();
    expect([top, height]).toEqual([box.top, box.height]);
  });
});

describe('the menu under the address', () => {
  it('is a menu of 256 px that its button controls', async () => {
    await opened();
    expect(menu.element().getBoundingClientRect().width).toBe(256);
    await expect.element(button).toHaveAttribute('aria-expanded', 'true');
    await expect.element(button).toHaveAttribute('aria-controls', menu.element().id);
  });

  it('moves with the arrows, and to the ends with Home and End', async () => {
    await opened();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(explorer).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(disconnect).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(copy).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(disconnect).toHaveFocus();
    await userEvent.keyboard('{Home}');
    await expect.element(copy).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect.element(disconnect).toHaveFocus();
  });

  it('closes with Escape, and returns the focus', async () => {
    await opened();
    await userEvent.keyboard('{Escape}');
    await expect.element(button).toHaveFocus();
    await expect.element(button).toHaveAttribute('aria-expanded', 'false');
    await expect.poll(() => menu.query()).toBeNull();
  });

  it('closes on a press outside, on Tab and on its button', async () => {
    await opened();
    await pressesTaken();
    await userEvent.click(document.body, { position: { x: 2, y: 300 } });
    await expect.poll(() => menu.query()).toBeNull();
    await button.click();
    await expect.element(copy).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.poll(() => menu.query()).toBeNull();
    await button.click();
    await button.click();
    await expect.poll(() => menu.query()).toBeNull();
  });

  it('copies the address, and confirms it for one second', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await opened();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    copy.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await paintedUntil(() => document.body.textContent?.includes('Address copied!'));
    expect(write).toHaveBeenCalledWith(ADDRESS);
    // Shown once, and announced there.
    const said = page.getByText('Address copied!').element();
    expect(said.getAttribute('aria-live')).toBe('polite');
    vi.advanceTimersByTime(999);
    await painted();
    expect(document.body.textContent).toContain('Address copied!');
    vi.advanceTimersByTime(1);
    await painted();
    expect(document.body.textContent).not.toContain('Address copied!');
    vi.useRealTimers();
    await expect.element(copy).toBeVisible();
  });

  it('copies without a clipboard', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied'));
    const exec = vi.spyOn(document, 'execCommand').mockImplementation(() => {
      expect(document.querySelector('textarea')?.value).toBe(ADDRESS);
      return true;
    });
    await opened();
    await copy.click();
    await expect.element(page.getByRole('menuitem', { name: 'Address copied!' })).toHaveFocus();
    expect(exec).toHaveBeenCalledWith('copy');
    expect(document.querySelector('textarea')).toBeNull();
  });

  it("shows the wallet's name and the whole address", async () => {
    const info = { ...remoteWallet('Alpha'), openMethod: 'qrcode' };
    localStorage.setItem('ton-connect-ui_wallet-info', JSON.stringify(info));
    await opened();
    await expect.poll(() => menu.element().textContent).toContain('Alpha');
    await expect.element(menu.getByText(ADDRESS)).toBeVisible();
    expect(menu.element().scrollWidth).toBeLessThanOrEqual(256);
  });

  it.each([
    ['-239', `https://tonviewer.com/${ADDRESS}`],
    ['-3', 'https://testnet.tonviewer.com/0QCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqPvC'],
  ])('links to the account in an explorer, on the network %s', async (chain, url) => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { connector } = await opened();
    const wallet = walletOf('alpha');
    connector.answer({ ...wallet, account: { ...wallet.account, chain } } as never);
    await expect.element(menu.getByText(url.split('/').at(-1) ?? '')).toBeVisible();
    await pressesTaken();
    await explorer.click();
    expect(open.mock.calls[0]?.[0]).toBe(url);
  });

  it('disconnects, and closes', async () => {
    await opened();
    await disconnect.click();
    await expect.element(page.getByRole('button', { name: 'Connect wallet' })).toHaveFocus();
    await expect.poll(() => menu.query()).toBeNull();
  });

  it('closes when the wallet disconnects, and stays closed for the next one', async () => {
    const { connector } = await opened();
    connector.answer(null);
    await expect.element(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible();
    await expect.poll(() => menu.query()).toBeNull();
    connector.answer(walletOf('alpha'));
    await expect.element(button).toHaveAttribute('aria-expanded', 'false');
    await painted();
    expect(menu.query()).toBeNull();
  });

  it('opens and closes in 150 ms', async () => {
    const played: string[] = [];
    const note = ({ target }: AnimationEvent): void => {
      const element = target as Element;
      const { animationName, animationDuration } = getComputedStyle(element);
      const name = ['enter', 'leave'].find((one) => animationName.includes(one));
      if (element.role === 'menu') played.push(`${name} ${animationDuration}`);
    };
    document.addEventListener('animationstart', note);
    await opened();
    await expect.poll(() => played).toEqual(['enter 0.15s']);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => played).toEqual(['enter 0.15s', 'leave 0.15s']);
    document.removeEventListener('animationstart', note);
  });

  it.each(['ltr', 'rtl'])(
    'ends where its button ends (%s), also when the window turns',
    async (dir) => {
      document.documentElement.dir = dir;
      await page.viewport(320, 568);
      const { screen } = await setUp();
      Object.assign(screen.container.style, {
        display: 'flex',
        justifyContent: 'end',
        padding: '8px',
      });
      await button.click();
      await expect.element(copy).toHaveFocus();
      const edges = (element: Element) => {
        const { left, right } = element.getBoundingClientRect();
        return Math.round(dir === 'ltr' ? right : left);
      };
      expect(edges(menu.element())).toBe(edges(button.element()));
      await page.viewport(568, 320);
      await expect.poll(() => edges(menu.element())).toBe(edges(button.element()));
      document.documentElement.dir = '';
      await page.viewport(1280, 800);
    },
  );

  it.each([
    ['the left', { justifyContent: 'start' }],
    ['the right', { justifyContent: 'end' }],
    ['the bottom', { alignItems: 'end' }],
  ])('stays in the window at %s edge', async (_, at) => {
    const { screen } = await setUp();
    Object.assign(screen.container.style, {
      position: 'fixed',
      inset: '0',
      display: 'flex',
      ...at,
    });
    await button.click();
    await expect.element(copy).toHaveFocus();
    await Promise.all(
      menu
        .element()
        .getAnimations()
        .map(({ finished }) => finished),
    );
    const box = menu.element().getBoundingClientRect();
    expect(box.left).toBeGreaterThanOrEqual(8);
    expect(box.right).toBeLessThanOrEqual(innerWidth - 8);
    expect(box.top).toBeGreaterThanOrEqual(8);
    expect(box.bottom).toBeLessThanOrEqual(innerHeight - 8);
  });
});

/** Returns the element that a press on the middle of an element would hit. */
function hit(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return found !== null && element.contains(found);
}

const showModal = (dialog: HTMLDialogElement | null): void => {
  if (dialog && !dialog.open) dialog.showModal();
};

describe('the menu in a host page', () => {
  it.each<[string, CSSProperties, CSSProperties]>([
    ['whose header cuts off what leaves it', { overflow: 'hidden', height: 56 }, {}],
    ['whose header scrolls', { overflowX: 'auto', height: 56 }, {}],
    ['whose next part lies above the header', { position: 'relative', zIndex: 1 }, { zIndex: 5 }],
    ['with the highest z-index', {}, { zIndex: 2147483647 }],
    [
      'whose header is a containing block of fixed elements',
      { transform: 'scale(1)', overflow: 'hidden' },
      {},
    ],
  ])('is visible and can be pressed on a page %s', async (_, header, main) => {
    await renderWidget({
      connector: scriptedConnector([], walletOf('alpha')),
      children: (
        <>
          <header style={header}>
            <TonConnectButton />
          </header>
          <main style={{ position: 'relative', height: 400, background: 'red', ...main }} />
        </>
      ),
    });
    await button.click();
    await expect.element(copy).toHaveFocus();
    await expect.poll(() => hit(disconnect.element())).toBe(true);
    await disconnect.click();
    await expect.element(page.getByRole('button', { name: 'Connect wallet' })).toHaveFocus();
  });

  it('has no styles of the button and its surroundings', async () => {
    await renderWidget({
      connector: scriptedConnector([], walletOf('alpha')),
      children: (
        <header className="host" style={{ color: 'lime', letterSpacing: 4 }}>
          <style>{'.host button, .host div { color: blue; border: 3px solid; }'}</style>
          <TonConnectButton className="mine" />
        </header>
      ),
    });
    await button.click();
    await expect.element(copy).toHaveFocus();
    for (const part of [menu.element(), copy.element(), disconnect.element()]) {
      const { color, borderWidth, letterSpacing } = getComputedStyle(part);
      expect([color, borderWidth, letterSpacing]).toEqual(['rgb(15, 15, 15)', '0px', 'normal']);
    }
  });

  it('follows its button while a part of the page scrolls', async () => {
    const { screen } = await renderWidget({
      connector: scriptedConnector([], walletOf('alpha')),
      children: (
        <div data-testid="scroller" style={{ height: 300, overflow: 'auto' }}>
          <div style={{ height: 900, paddingTop: 120 }}>
            <TonConnectButton />
          </div>
        </div>
      ),
    });
    await button.click();
    await expect.element(copy).toHaveFocus();
    const gap = () =>
      Math.round(
        menu.element().getBoundingClientRect().top -
          button.element().getBoundingClientRect().bottom,
      );
    await expect.poll(gap).toBe(12);
    const { top } = button.element().getBoundingClientRect();
    screen.getByTestId('scroller').element().scrollTop = 60;
    expect(button.element().getBoundingClientRect().top).toBe(top - 60);
    await expect.poll(gap).toBe(12);
  });

  it('keeps its distance when the pressed button returns to its size', async () => {
    await renderWidget({ connector: scriptedConnector([], walletOf('alpha')) });
    await expect.element(button).toBeVisible();
    const pressed = button.element() as HTMLElement;
    pressed.style.scale = '0.5';
    await button.click();
    await expect.element(copy).toHaveFocus();
    pressed.style.scale = '';
    const gap = () =>
      menu.element().getBoundingClientRect().top - pressed.getBoundingClientRect().bottom;
    await expect.poll(() => Math.round(gap())).toBe(12);
  });

  it('can be reached in a modal dialog of the host', async () => {
    await renderWidget({
      connector: scriptedConnector([], walletOf('alpha')),
      children: (
        <dialog ref={showModal}>
          <TonConnectButton />
        </dialog>
      ),
    });
    await button.click();
    await expect.element(copy).toHaveFocus();
    await expect.poll(() => hit(disconnect.element())).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.element(button).toHaveFocus();
  });

  it('moves the focus past its button on Tab, and to it on Shift+Tab', async () => {
    await renderWidget({
      connector: scriptedConnector([], walletOf('alpha')),
      children: (
        <>
          <TonConnectButton />
          <button type="button">After it</button>
        </>
      ),
    });
    await button.click();
    await expect.element(copy).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByRole('button', { name: 'After it' })).toHaveFocus();
    await expect.poll(() => menu.query()).toBeNull();
    await button.click();
    await expect.element(copy).toHaveFocus();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await expect.element(button).toHaveFocus();
  });

  it('removes everything from the page', async () => {
    const { screen } = await opened();
    await screen.unmount();
    expect(document.querySelector('[data-prichal-root]')).toBeNull();
    expect(document.getElementById('tc-widget-root')).toBeNull();
  });
});
