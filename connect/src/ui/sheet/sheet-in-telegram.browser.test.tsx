import * as telegram from '@prichal/telegram';
import { beforeEach, expect, it, vi } from 'vitest';
import { showSheets, still } from '../../testing/show-sheet.js';
import { SheetHeader } from './SheetHeader.js';
import { useSheetBack } from './sheet-context.js';

vi.mock('@prichal/telegram', { spy: true });

/** Handlers of Telegram's button, the topmost last, and how often the swipe is locked. */
let backs: (() => void)[] = [];
let locks = 0;

beforeEach(() => {
  backs = [];
  locks = 0;
  vi.mocked(telegram.isTelegram).mockReturnValue(true);
  vi.mocked(telegram.expand).mockImplementation(() => undefined);
  vi.mocked(telegram.pushBackHandler).mockImplementation((handler) => {
    backs.push(handler);
    return () => void backs.splice(backs.indexOf(handler), 1);
  });
  vi.mocked(telegram.lockVerticalSwipe).mockImplementation(() => {
    locks += 1;
    return () => {
      locks -= 1;
    };
  });
});

it('closes by Telegram’s button, holds its swipe, and gives both back', async () => {
  const back = vi.fn();
  const onDismiss = vi.fn();
  const Screens = () => {
    useSheetBack(back);
    return <SheetHeader title="Second" />;
  };
  const sheet = (open: boolean, deep: boolean) => ({
    open,
    onDismiss,
    // Android's alone is the page's to have.
    androidBack: false,
    children: deep ? <Screens /> : <SheetHeader title="First" />,
  });
  const { show } = await showSheets([sheet(true, true)]);
  await still();
  expect([backs.length, locks > 0]).toEqual([2, true]);
  expect(telegram.expand).toHaveBeenCalled();
  backs.at(-1)?.();
  expect([back.mock.calls.length, onDismiss.mock.calls.length]).toEqual([1, 0]);

  await show([sheet(true, false)]);
  backs.at(-1)?.();
  expect(onDismiss).toHaveBeenCalledTimes(1);

  await show([sheet(false, false)]);
  // At once, while the exit is being played: the next press is somebody else's.
  expect(backs).toEqual([]);
  await expect.poll(() => document.querySelector('dialog[open]')).toBeNull();
  expect(locks).toBe(0);
});
