import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fingers, middleOf, mouse } from '../../testing/finger.js';
import { pressesTaken } from '../../testing/presses-taken.js';
import { cardOf, showSheets, still } from '../../testing/show-sheet.js';
import { until } from '../../testing/until.js';
import { SheetHeader } from './Screen.js';
import * as sheet from './sheet.module.css';

const onDismiss = vi.fn();
const onPress = vi.fn();
const dialog = (): HTMLDialogElement => {
  const found = document.querySelector('dialog');
  if (!found) throw new Error('no dialog');
  return found;
};
const top = (): number => cardOf(dialog()).getBoundingClientRect().top;
const overlay = (): number =>
  Number(getComputedStyle(dialog().querySelector('[data-outside]') ?? dialog()).opacity);
const title = (): Element => page.getByRole('heading').element();
const body = (): Element => dialog().querySelector(`.${sheet.body}`) ?? dialog();

async function open(lines = 6) {
  await showSheets([
    {
      open: true,
      onDismiss,
      children: (
        <>
          <SheetHeader title="Title" />
          <div className={sheet.body}>
            <button type="button" style={{ blockSize: 44 }} onClick={onPress}>
              Press
            </button>
            <input aria-label="Search" style={{ blockSize: 44 }} />
            <div data-row="" style={{ display: 'flex', overflowX: 'auto' }}>
              <div style={{ flex: 'none', inlineSize: 900, blockSize: 60 }}>Row</div>
            </div>
            {Array.from({ length: lines }, (_, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines that never change.
              <p key={line}>Line {line}</p>
            ))}
          </div>
        </>
      ),
    },
  ]);
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await still();
}

beforeEach(async () => {
  vi.clearAllMocks();
  await page.viewport(390, 640);
});

describe('a finger on the sheet', () => {
  it('moves it one to one, and the overlay fades with it', async () => {
    await open();
    const rest = top();
    const hand = fingers();
    await hand.down(middleOf(title()));
    await hand.drag({ x: 0, y: 20 });
    const [start, shade] = [top(), overlay()];
    await hand.drag({ x: 0, y: 40 });
    await expect.poll(() => top() - start).toBeCloseTo(40, 0);
    expect(start).toBeGreaterThan(rest);
    expect(overlay()).toBeLessThan(shade);
    await hand.up(200);
    await still();
    expect(top()).toBeCloseTo(rest, 0);
    expect(overlay()).toBe(1);
    expect(onDismiss).not.toHaveBeenCalled();
  });

  it('closes it with a short flick', async () => {
    await open();
    const hand = fingers();
    await hand.down(middleOf(title()));
    await hand.drag({ x: 0, y: 48 }, 16);
    await hand.up();
    await until(() => onDismiss.mock.calls.length === 1);
  });

  it('closes it with a slow pull of more than a quarter, also from its content', async () => {
    await open();
    const hand = fingers();
    await hand.down(middleOf(page.getByText('Line 0').element()));
    await hand.drag({ x: 0, y: 180 });
    await hand.up(200);
    await until(() => onDismiss.mock.calls.length === 1);
  });

  it('keeps it open if the finger turns back at the end', async () => {
    await open();
    const hand = fingers();
    await hand.down(middleOf(title()));
    await hand.drag({ x: 0, y: 200 });
    await hand.drag({ x: 0, y: -60 }, 20);
    await hand.up();
    await expect.poll(() => dialog().hasAttribute('data-dragging')).toBe(false);
    await still();
    expect(onDismiss).not.toHaveBeenCalled();
  });

  it('stretches it upwards a little, and no further', async () => {
    await open();
    const rest = top();
    const hand = fingers();
    await hand.down(middleOf(title()));
    await hand.drag({ x: 0, y: -300 }, 10);
    await expect.poll(() => rest - top()).toBeGreaterThan(30);
    expect(rest - top()).toBeLessThan(48);
    expect(overlay()).toBe(1);
    await hand.up(200);
    await still();
    expect(top()).toBeCloseTo(rest, 0);
  });

  it('scrolls long content, and drags the sheet only from its top', async () => {
    await open(60);
    const rest = top();
    const hand = fingers();
    await hand.down(middleOf(page.getByText('Line 3').element()));
    await hand.drag({ x: 0, y: -200 });
    await hand.up(200);
    await expect.poll(() => body().scrollTop).toBeGreaterThan(100);
    const scrolled = body().scrollTop;

    await hand.down({ x: 195, y: 400 });
    await hand.drag({ x: 0, y: 80 });
    await expect.poll(() => body().scrollTop).toBeLessThan(scrolled);
    expect(top()).toBeCloseTo(rest, 0);
    await hand.up(200);
    expect(onDismiss).not.toHaveBeenCalled();
  });

  it('scrolls a row sideways, and leaves the sheet where it is', async () => {
    await open();
    const rest = top();
    const row = dialog().querySelector('[data-row]');
    if (!row) throw new Error('no row');
    const hand = fingers();
    await hand.down(middleOf(row));
    await hand.drag({ x: -150, y: 30 });
    await expect.poll(() => row.scrollLeft).toBeGreaterThan(50);
    expect(top()).toBeCloseTo(rest, 0);
    await hand.up(200);
  });

  it('does not press the button where a drag starts, but does for a tap', async () => {
    await open();
    const button = page.getByRole('button', { name: 'Press' }).element();
    const hand = fingers();
    await hand.down(middleOf(button));
    await hand.drag({ x: 0, y: 40 });
    await hand.drag({ x: 0, y: -40 });
    await hand.up(200);
    await still();
    // Some browsers create a click after a drag. A key's click is different.
    const click = (detail: number) =>
      button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));
    click(1);
    expect(onPress).not.toHaveBeenCalled();
    click(0);
    expect(onPress).toHaveBeenCalledTimes(1);
    onPress.mockClear();
    await hand.down(middleOf(button));
    await hand.up();
    await until(() => onPress.mock.calls.length === 1);
  });

  it('does not drag it from a text field', async () => {
    await open();
    const rest = top();
    const hand = fingers();
    await hand.down(middleOf(page.getByRole('textbox').element()));
    await hand.drag({ x: 0, y: 200 });
    expect(top()).toBeCloseTo(rest, 0);
    await hand.up();
    expect(onDismiss).not.toHaveBeenCalled();
  });

  it('ends the drag when a second finger starts a pinch', async () => {
    await open();
    const rest = top();
    const hand = fingers();
    const at = middleOf(title());
    await hand.down(at);
    await hand.drag({ x: 0, y: 60 });
    await hand.down({ x: at.x, y: at.y + 60 }, { x: at.x + 40, y: at.y + 60 });
    await still();
    expect(top()).toBeCloseTo(rest, 0);
    await hand.move({ x: at.x, y: at.y + 300 }, { x: at.x + 40, y: at.y + 300 });
    await hand.up();
    expect(onDismiss).not.toHaveBeenCalled();
  });

  it('does not drag a card', async () => {
    await page.viewport(800, 640);
    await open();
    const rest = top();
    const hand = fingers();
    await hand.down(middleOf(title()));
    await hand.drag({ x: 0, y: 200 }, 16);
    await hand.up();
    expect(top()).toBeCloseTo(rest, 0);
    expect(onDismiss).not.toHaveBeenCalled();
  });
});

describe('a mouse', () => {
  it('drags it by its header, without a press', async () => {
    await open();
    const { down, move, up } = mouse();
    const at = middleOf(page.getByRole('button', { name: 'Close' }).element());
    await down(at);
    for (let y = 8; y <= 60; y += 4) await move({ x: at.x, y: at.y + y });
    await expect.poll(() => dialog().hasAttribute('data-dragging')).toBe(true);
    for (let y = 60; y >= 0; y -= 4) await move({ x: at.x, y: at.y + y });
    await up(at);
    await still();
    expect(onDismiss).not.toHaveBeenCalled();
    await down(at);
    await up(at);
    await until(() => onDismiss.mock.calls.length === 1);
  });

  it('selects text in the content', async () => {
    await open();
    await pressesTaken();
    const rest = top();
    const line = page.getByText('Line 0').element().getBoundingClientRect();
    const { down, move, up } = mouse();
    await down({ x: line.left + 1, y: line.top + 5 });
    for (let y = 0; y <= 60; y += 10) await move({ x: line.left + 30, y: line.top + 5 + y });
    await up({ x: line.left + 30, y: line.top + 65 });
    await expect.poll(() => String(getSelection())).toContain('Line');
    expect(top()).toBeCloseTo(rest, 0);
  });
});
