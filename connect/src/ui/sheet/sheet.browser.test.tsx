import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fingers, middleOf, mouse } from '../../testing/finger.js';
import { pressesTaken } from '../../testing/presses-taken.js';
import { cardOf, type ShownSheet, showSheets, still } from '../../testing/show-sheet.js';
import { SheetHeader } from './Screen.js';
import * as sheet from './sheet.module.css';
import { useSheetBack } from './sheet-context.js';
import { useTopDialog } from './top-dialog.js';

const dialogs = () => [...document.querySelectorAll('dialog')];
const gone = () => expect.poll(() => dialogs().length).toBe(0);
const onDismiss = vi.fn();

const screen = (title: string, body: ReactNode = 'Content'): ReactNode => (
  <>
    <SheetHeader title={title} />
    <div className={sheet.body}>{body}</div>
  </>
);
const one = (open: boolean, more: Partial<ShownSheet> = {}): ShownSheet[] => [
  { open, onDismiss, children: screen('First'), ...more },
];
const Page = ({ children = <button type="button">Open</button> }: { children?: ReactNode }) => (
  <>
    <div>{children}</div>
    <button type="button">Other</button>
    <div style={{ height: 3000 }} />
  </>
);

beforeEach(async () => {
  vi.clearAllMocks();
  await page.viewport(1280, 800);
});
afterEach(() => window.scrollTo(0, 0));

describe('the focus', () => {
  it('moves to the title, and back', async () => {
    const { show } = await showSheets(one(false), <Page />);
    await page.getByRole('button', { name: 'Open' }).click();
    await show(one(true));
    await expect.element(page.getByRole('heading', { name: 'First' })).toHaveFocus();
    await show(one(false));
    await gone();
    await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus();
  });

  it('moves to the replacement of a removed element', async () => {
    const { show } = await showSheets(one(false), <Page />);
    await page.getByRole('button', { name: 'Open' }).click();
    await show(one(true));
    const changed = (
      <Page>
        <a href="#a">Account</a>
      </Page>
    );
    await show(one(true), changed);
    await show(one(false), changed);
    await gone();
    await expect.element(page.getByRole('link', { name: 'Account' })).toHaveFocus();
  });

  it('returns correctly if the lower dialog closes first', async () => {
    const two = (first: boolean, second: boolean): ShownSheet[] => [
      { open: first, onDismiss, children: screen('First') },
      { open: second, onDismiss, children: screen('Second') },
    ];
    const { show } = await showSheets(two(false, false), <Page />);
    await page.getByRole('button', { name: 'Open' }).click();
    await show(two(true, false));
    await show(two(true, true));
    await expect.element(page.getByRole('heading', { name: 'Second' })).toHaveFocus();
    await show(two(false, true));
    await expect.poll(() => dialogs().length).toBe(1);
    expect(dialogs()[0]?.contains(document.activeElement)).toBe(true);
    await show(two(false, false));
    await gone();
    await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus();
  });

  it('never reaches the page with Tab', async () => {
    await showSheets(
      one(true, { children: screen('First', <a href="#a">About wallets</a>) }),
      <Page />,
    );
    const met = new Set<Element | null>();
    for (let press = 0; press < 6; press++) {
      await userEvent.tab();
      met.add(document.activeElement);
    }
    const dialog = dialogs()[0];
    for (const element of met)
      expect(element === document.body || dialog?.contains(element)).toBe(true);
    expect(met.has(page.getByRole('link').element())).toBe(true);
  });
});

describe('Escape', () => {
  it('closes only the topmost, one at a time', async () => {
    const closed: string[] = [];
    const Both = () => {
      const [open, setOpen] = useState(['First', 'Second']);
      return open.map((name) => (
        <button key={name} type="button" data-open={name} onClick={() => setOpen([])}>
          {name}
        </button>
      ));
    };
    const two = (names: string[]): ShownSheet[] =>
      ['First', 'Second'].map((name) => ({
        name,
        open: names.includes(name),
        onDismiss: () => closed.push(name),
        children: screen(name, <Both />),
      }));
    // Opened by the page, not by a press: Chrome groups such dialogs.
    const { show } = await showSheets(two(['First', 'Second']), <Page />);
    await userEvent.keyboard('{Escape}');
    expect(closed).toEqual(['Second']);
    await show(two(['First']));
    await expect.poll(() => dialogs().length).toBe(1);
    await userEvent.keyboard('{Escape}');
    expect(closed).toEqual(['Second', 'First']);
  });

  it('is ignored if another handler has used it', async () => {
    await showSheets(
      one(true, {
        children: screen('First', <input onKeyDown={(event) => event.preventDefault()} />),
      }),
    );
    await page.getByRole('textbox').click();
    await userEvent.keyboard('{Escape}');
    expect(onDismiss).not.toHaveBeenCalled();
  });
});

describe('a close request of the browser', () => {
  const ANDROID = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile';
  const ask = () => dialogs()[0]?.dispatchEvent(new Event('cancel', { cancelable: true }));

  it('closes, after the exit', async () => {
    await showSheets(one(true));
    expect(ask()).toBe(false);
    expect(onDismiss).toHaveBeenCalledTimes(1);
  });

  it('is Back on Android: one screen first', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(ANDROID);
    const Screens = () => {
      const [deep, setDeep] = useState(true);
      useSheetBack(deep ? () => setDeep(false) : undefined);
      return <SheetHeader title={deep ? 'Second' : 'First'} />;
    };
    const { show } = await showSheets(one(true, { children: <Screens /> }));
    await expect.poll(() => history.state?.prichalBack).toBeTruthy();
    await pressesTaken();
    ask();
    await expect.element(page.getByRole('heading', { name: 'First' })).toBeVisible();
    expect(onDismiss).not.toHaveBeenCalled();
    ask();
    expect(onDismiss).toHaveBeenCalledTimes(1);
    await show(one(false));
    await expect.poll(() => history.state?.prichalBack).toBeUndefined();
    vi.restoreAllMocks();
  });

  it('can leave Back to the page', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(ANDROID);
    const push = vi.spyOn(history, 'pushState');
    await showSheets(one(true, { androidBack: false }));
    await still();
    expect(push).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it('closes also if it cannot be declined', async () => {
    await showSheets(one(true));
    await still();
    dialogs()[0]?.close();
    await expect.poll(() => onDismiss.mock.calls.length).toBe(1);
  });
});

describe('the page below an open sheet', () => {
  it('is inert, does not scroll, and does not jump', async () => {
    const { show } = await showSheets(one(false), <Page />);
    window.scrollTo(0, 500);
    await show(one(true));
    expect(dialogs()[0]?.matches(':modal')).toBe(true);
    await mouse().wheel({ x: 20, y: 20 }, 300);
    const hand = fingers();
    await hand.down({ x: 30, y: 600 });
    await hand.drag({ x: 0, y: -300 }, 20);
    await hand.up();
    expect(window.scrollY).toBe(500);
    await show(one(false));
    await gone();
    expect(window.scrollY).toBe(500);
    await mouse().wheel({ x: 20, y: 20 }, 300);
    await expect.poll(() => window.scrollY).toBeGreaterThan(500);
  });

  it("does not jump if the body sets the window's overflow", async () => {
    Object.assign(document.body.style, { blockSize: '100vh', overflow: 'auto' });
    try {
      const { show } = await showSheets(one(false), <Page />);
      window.scrollTo(0, 500);
      expect(window.scrollY).toBe(500);
      await show(one(true));
      expect(window.scrollY).toBe(500);
      await show(one(false));
      await gone();
      expect([window.scrollY, document.body.style.overflow]).toEqual([500, 'auto']);
    } finally {
      document.body.removeAttribute('style');
    }
  });

  it('stays locked until both sheets have closed', async () => {
    const two = (first: boolean, second: boolean): ShownSheet[] => [
      { open: first, onDismiss, children: screen('First') },
      { open: second, onDismiss, children: screen('Second') },
    ];
    const { show } = await showSheets(two(true, true), <Page />);
    await show(two(false, true));
    await expect.poll(() => dialogs().length).toBe(1);
    expect(document.body.style.overflow).toBe('hidden');
    await show(two(false, false));
    await gone();
    expect(document.body.style.overflow).toBe('');
  });
});

describe('a press', () => {
  it('outside closes; inside it does not', async () => {
    await showSheets(one(true));
    await pressesTaken();
    await page.getByText('Content').click();
    expect(onDismiss).not.toHaveBeenCalled();
    const { down, up } = mouse();
    await down({ x: 5, y: 5 });
    await up({ x: 5, y: 5 });
    expect(onDismiss).toHaveBeenCalledTimes(1);
  });

  it('does not close it if it started inside', async () => {
    await showSheets(one(true));
    await still();
    const { down, move, up } = mouse();
    await down(middleOf(page.getByText('Content').element()));
    await move({ x: 5, y: 5 });
    await up({ x: 5, y: 5 });
    expect(onDismiss).not.toHaveBeenCalled();
  });
});

describe('entrance and exit', () => {
  const durations = (): number[] =>
    document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().duration));
  const played = (): (string | undefined)[] =>
    document
      .getAnimations()
      .filter(({ effect }) => !(effect as KeyframeEffect).target?.closest(`.${sheet.body}`))
      .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : undefined))
      .map((name) => name?.replace(/^_|_\w*$/g, ''));

  it.each([
    [1280, 100, ['fade-in', 'card-in'], ['fade-out', 'card-out']],
    [390, 200, ['fade-in', 'sheet-in'], ['fade-out', 'sheet-out']],
  ])(
    'of a sheet %i px wide take %i ms, and it is inert while it closes',
    async (width, ms, enter, leave) => {
      await page.viewport(width, 800);
      const { show } = await showSheets(one(false));
      await show(one(true, { children: <SheetHeader title="First" /> }));
      expect([played(), new Set(durations())]).toEqual([enter, new Set([ms])]);
      await still();
      await show(one(false));
      expect([played(), new Set(durations())]).toEqual([leave, new Set([ms])]);
      expect(getComputedStyle(dialogs()[0] ?? document.body).pointerEvents).toBe('none');
      await gone();
    },
  );

  it('enters a phone from below its edge, and leaves unchanged', async () => {
    await page.viewport(390, 800);
    const { show } = await showSheets(one(false));
    await show(one(true, { children: <SheetHeader title="First" /> }));
    const card = cardOf(dialogs()[0] ?? null);
    const at = (part: number): number => {
      for (const animation of document.getAnimations()) {
        animation.pause();
        animation.currentTime = 199.9 * part;
      }
      return Math.round(card.getBoundingClientRect().top);
    };
    await expect.poll(() => at(0)).toBe(800);
    for (const animation of document.getAnimations()) animation.finish();
    await still();
    await show(one(false));
    await expect.poll(() => at(1)).toBe(800);
    expect(getComputedStyle(card).opacity).toBe('1');
    for (const animation of document.getAnimations()) animation.finish();
    await gone();
  });

  it('can open again during its exit, with new content', async () => {
    const mounted = vi.fn();
    const Content = () => {
      useState(mounted);
      return <SheetHeader title="First" />;
    };
    const content = { children: <Content /> };
    const { show } = await showSheets(one(true, content));
    await still();
    const before = mounted.mock.calls.length;
    await show(one(false, content));
    expect(dialogs()[0]?.dataset.state).toBe('closing');
    await show(one(true, content));
    await still();
    expect(dialogs()[0]?.dataset.state).toBe('open');
    expect(mounted.mock.calls.length).toBeGreaterThan(before);
    await expect.element(page.getByRole('heading', { name: 'First' })).toHaveFocus();
  });

  it('does not wait for other animations in the dialog', async () => {
    const { show } = await showSheets(one(true));
    await still();
    const notice = document.createElement('div');
    dialogs()[0]?.append(notice);
    const life = notice.animate({ opacity: [1, 0] }, 60_000);
    await show(one(false));
    await gone();
    expect(life.playState).toBe('running');
  });

  it('keeps its content until it has closed', async () => {
    const { show } = await showSheets(one(true));
    await show(one(false, { children: null }));
    await expect.element(page.getByRole('heading', { name: 'First' })).toBeInTheDocument();
    await gone();
  });
});

describe('elements above the sheets', () => {
  const Notice = () => {
    const top = useTopDialog();
    return createPortal(<output>Notice</output>, top ?? document.body);
  };
  it('are in the topmost sheet, where they can be used', async () => {
    const two = (first: boolean, second: boolean): ShownSheet[] => [
      { open: first, onDismiss, children: screen('First') },
      { open: second, onDismiss, children: screen('Second') },
    ];
    const above = <Notice />;
    const home = () => document.querySelector('output')?.parentElement;
    const { show } = await showSheets(two(false, false), above);
    expect(home()).toBe(document.body);
    await show(two(true, false));
    expect(home()).toBe(page.getByRole('dialog', { name: 'First' }).element());
    await show(two(true, true));
    expect(home()).toBe(page.getByRole('dialog', { name: 'Second' }).element());
    await show(two(true, false));
    await expect.poll(home).toBe(page.getByRole('dialog', { name: 'First' }).element());
    await show(two(false, false));
    await expect.poll(home).toBe(document.body);
  });
});

describe('a screen that breaks', () => {
  it('shows an error in the sheet, can be closed, and does not affect the page', async () => {
    const report = vi.spyOn(window, 'reportError').mockImplementation(() => undefined);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const Broken = (): ReactNode => {
      throw new Error('broken');
    };
    const { show } = await showSheets(one(true, { children: <Broken /> }), <Page />);
    const fault = page.getByRole('dialog', { name: 'Something went wrong' });
    await expect.element(fault).toBeVisible();
    expect(report).toHaveBeenCalledWith(expect.objectContaining({ message: 'broken' }));
    await fault.getByRole('button', { name: 'Got it' }).click();
    expect(onDismiss).toHaveBeenCalledTimes(1);
    await show(one(false));
    await gone();
    await show(one(true));
    await expect.element(page.getByRole('dialog', { name: 'First' })).toBeVisible();
    vi.restoreAllMocks();
  });
});
