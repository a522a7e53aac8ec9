import * as telegram from '@prichal/telegram';
import { beforeEach, expect, it, vi } from 'vitest';
import type { TelegramOptions } from '../../core/options.js';
import { pressesTaken } from '../../testing/presses-taken.js';
import { type ShownSheet, showSheets, still } from '../../testing/show-sheet.js';
import { SheetHeader } from './Screen.js';
import { useSheetBack } from './sheet-context.js';

vi.mock('@prichal/telegram', { spy: true });

/** Handlers of Telegram's button, the topmost last, and the number of swipe locks. */
let backs: (() => void)[] = [];
let locks = 0;
/** Returns the app's state of its own controls, as the package requests it. */
let asked: unknown[] = [];

beforeEach(() => {
  backs = [];
  locks = 0;
  asked = [];
  vi.mocked(telegram.isTelegram).mockReturnValue(true);
  vi.mocked(telegram.hasOtherSdk).mockReturnValue(false);
  vi.mocked(telegram.expand)
    .mockReset()
    .mockImplementation(() => undefined);
  vi.mocked(telegram.pushBackHandler).mockImplementation((handler, isShownByApp) => {
    asked.push(isShownByApp?.());
    backs.push(handler);
    return () => void backs.splice(backs.indexOf(handler), 1);
  });
  vi.mocked(telegram.lockVerticalSwipe).mockImplementation((isAllowedByApp) => {
    asked.push(isAllowedByApp?.());
    locks += 1;
    return () => {
      locks -= 1;
    };
  });
});

it('closes with Telegram’s button, locks its swipe, and restores both', async () => {
  const back = vi.fn();
  const onDismiss = vi.fn();
  const Screens = () => {
    useSheetBack(back);
    return <SheetHeader title="Second" />;
  };
  const sheet = (open: boolean, deep: boolean) => ({
    open,
    onDismiss,
    children: deep ? <Screens /> : <SheetHeader title="First" />,
  });
  const { show } = await showSheets([sheet(true, true)]);
  await still();
  expect([backs.length, locks > 0]).toEqual([2, true]);
  expect(telegram.expand).toHaveBeenCalled();
  // A press of Back right after the opening was meant for the page.
  backs.at(-1)?.();
  expect(back).not.toHaveBeenCalled();
  await pressesTaken();
  backs.at(-1)?.();
  expect([back.mock.calls.length, onDismiss.mock.calls.length]).toEqual([1, 0]);

  await show([sheet(true, false)]);
  backs.at(-1)?.();
  expect(onDismiss).toHaveBeenCalledTimes(1);

  await show([sheet(false, false)]);
  // A second press right after the first is ignored, also after the exit animation.
  expect(backs).toHaveLength(1);
  backs.at(-1)?.();
  expect(onDismiss).toHaveBeenCalledTimes(1);
  await pressesTaken();
  // The next press goes to the app.
  expect(backs).toEqual([]);
  await expect.poll(() => document.querySelector('dialog[open]')).toBeNull();
  expect(locks).toBe(0);
});

it.each([
  null,
  undefined,
  'yes',
  { backButton: 'yes', swipe: {}, expand: undefined, tabs: true },
  { backButton: null, swipe: 7 },
])('uses the defaults for the invalid option %o', async (telegram) => {
  await showSheets([
    {
      open: true,
      onDismiss: vi.fn(),
      telegram: telegram as never,
      children: <SheetHeader title="One" />,
    },
  ]);
  await still();
  expect([backs.length, locks]).toEqual([1, 1]);
  expect(new Set(asked)).toEqual(new Set([undefined]));
});

it.each<[string, Partial<ShownSheet>, backs: number, locks: number, expands: number]>([
  ['nothing', {}, 1, 1, 1],
  ['Back belongs to the app', { telegram: { backButton: false } }, 0, 1, 1],
  ['no Back belongs to the sheet', { androidBack: false }, 0, 1, 1],
  ['the swipe belongs to the app', { telegram: { swipe: false } }, 1, 0, 1],
  ['the height belongs to the app', { telegram: { expand: false } }, 1, 1, 0],
])(
  'uses only the controls that the app leaves to it: %s',
  async (_, options, wanted, locked, expanded) => {
    await showSheets([
      { open: true, onDismiss: vi.fn(), children: <SheetHeader title="First" />, ...options },
    ]);
    await still();
    expect([backs.length, Math.min(locks, 1)]).toEqual([wanted, locked]);
    expect(vi.mocked(telegram.expand).mock.calls.length > 0).toBe(expanded > 0);
  },
);

it('leaves the height to the app if there is another SDK, which could not restore it', async () => {
  vi.mocked(telegram.hasOtherSdk).mockReturnValue(true);
  const sheet = { open: true, onDismiss: vi.fn(), children: <SheetHeader title="First" /> };
  const { show } = await showSheets([sheet]);
  await still();
  expect(telegram.expand).not.toHaveBeenCalled();
  await show([{ ...sheet, open: false }]);
  await expect.poll(() => document.querySelector('dialog[open]')).toBeNull();
  await show([{ ...sheet, telegram: { expand: true } }]);
  await still();
  expect(telegram.expand).toHaveBeenCalled();
});

it.each([
  ['they belong to the widget', { backButton: true, swipe: true }, [false, true]],
  ['their current state', { backButton: () => true, swipe: () => false }, [true, false]],
  ['nothing', {}, [undefined, undefined]],
])('reads the state of Back and swipe from the app: %s', async (_, controls, [shown, allowed]) => {
  await showSheets([
    { open: true, onDismiss: vi.fn(), telegram: controls, children: <SheetHeader title="First" /> },
  ]);
  await still();
  expect(new Set(asked)).toEqual(new Set([shown, allowed]));
});

it.each<TelegramOptions>([{}, { bars: true }, { bars: false }])(
  'dims Telegram’s bars while it is open: %o',
  async (wish) => {
    const isOn = wish.bars !== false;
    const lift = vi.fn();
    vi.mocked(telegram.veilBars).mockReset().mockReturnValue(lift);
    const sheet = {
      onDismiss: vi.fn(),
      telegram: wish,
      children: <SheetHeader title="First" />,
    };
    const { show } = await showSheets([{ ...sheet, open: true }]);
    await still();
    const dimmed = vi.mocked(telegram.veilBars).mock.calls.map(([color]) => color);
    expect(new Set(dimmed)).toEqual(new Set(isOn ? ['rgba(0, 0, 0, 0.4)'] : []));
    const lifted = lift.mock.calls.length;
    await show([{ ...sheet, open: false }]);
    // During the sheet's exit, not after it.
    expect(document.querySelector('dialog[data-state="closing"]')).not.toBeNull();
    expect(lift.mock.calls.length - lifted).toBe(isOn ? 1 : 0);
  },
);

it('dims Telegram’s bars again when the theme changes', async () => {
  let veils: string[] = [];
  vi.mocked(telegram.veilBars)
    .mockReset()
    .mockImplementation((color) => {
      veils.push(color);
      return () => {
        veils = veils.filter((other) => other !== color);
      };
    });
  const sheet = { open: true, onDismiss: vi.fn(), children: <SheetHeader title="First" /> };
  const { show } = await showSheets([sheet]);
  await still();
  expect(veils).toEqual(['rgba(0, 0, 0, 0.4)']);
  const root = document.querySelector('[data-prichal-root]');
  root?.setAttribute('data-theme', 'DARK');
  await expect.poll(() => veils).toEqual(['rgba(0, 0, 0, 0.6)']);
  root?.setAttribute('data-theme', 'LIGHT');
  await expect.poll(() => veils).toEqual(['rgba(0, 0, 0, 0.4)']);
  await show([{ ...sheet, open: false }]);
  expect(veils).toEqual([]);
});
