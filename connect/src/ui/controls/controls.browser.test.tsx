import '../theme/sheet-styles.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { prefers } from '../../testing/finger.js';
import { Button, IconButton } from './Button.js';

const onClick = vi.fn();
const show = (busy = false) =>
  render(
    <div data-prichal-root="" data-theme="LIGHT" style={{ display: 'grid', gap: 24, padding: 24 }}>
      <Button kind="primary" busy={busy} onClick={onClick}>
        Send
      </Button>
      <IconButton label="Close" shape="m6 6 12 12M18 6 6 18" onClick={onClick} />
      <Button href="https://example.com/">Get it</Button>
    </div>,
  );
const send = page.getByRole('button', { name: 'Send' });

afterEach(async () => {
  onClick.mockClear();
  await prefers({});
});

describe('a button that waits', () => {
  it('is marked busy, shows a spinner, and cannot be pressed', async () => {
    await show(true);
    await expect.element(send).toHaveAttribute('aria-busy', 'true');
    await expect.element(send).toHaveAttribute('aria-disabled', 'true');
    expect(send.element().getAnimations({ subtree: true })).toHaveLength(1);
    await send.click({ force: true });
    expect(onClick).not.toHaveBeenCalled();
  });

  it('keeps the focus until it can be pressed', async () => {
    const screen = await show();
    (send.element() as HTMLElement).focus();
    const busy = (yes: boolean) =>
      screen.rerender(
        <div data-prichal-root="" data-theme="LIGHT">
          <Button kind="primary" busy={yes} onClick={onClick}>
            Send
          </Button>
        </div>,
      );
    await busy(true);
    await expect.element(send).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(onClick).not.toHaveBeenCalled();
    await busy(false);
    await userEvent.keyboard('{Enter}');
    expect(onClick).toHaveBeenCalledTimes(1);
  });

  it('does not move with reduced motion', async () => {
    await prefers({ 'prefers-reduced-motion': 'reduce' });
    await show(true);
    const turning = () =>
      send
        .element()
        .getAnimations({ subtree: true })
        .some(({ playState }) => playState === 'running');
    await expect.poll(turning).toBe(false);
  });
});

it.each(['Send', 'Close'])('%s can be pressed within 44 px', async (name) => {
  await show();
  const element = page.getByRole('button', { name }).element();
  const { x, y, width, height } = element.getBoundingClientRect();
  const reach = 21.5;
  for (const [dx, dy] of [-reach, reach].flatMap((at) => [
    [at, 0],
    [0, at],
  ])) {
    const hit = document.elementFromPoint(x + width / 2 + (dx ?? 0), y + height / 2 + (dy ?? 0));
    expect(hit).toBe(element);
  }
});

it('shows its focus and its edge with forced colours', async () => {
  await prefers({ 'forced-colors': 'active' });
  await show();
  await userEvent.tab();
  const style = getComputedStyle(send.element());
  expect([style.outlineStyle, style.outlineWidth]).toEqual(['solid', '2px']);
  // Forced colours, which are transparent otherwise.
  expect(style.borderTopColor).not.toBe('rgba(0, 0, 0, 0)');
});

it('a link opens a new tab without a referrer to the page', async () => {
  await show();
  const link = page.getByRole('link', { name: 'Get it' });
  await expect.element(link).toHaveAttribute('rel', 'noreferrer noopener');
  await expect.element(link).toHaveAttribute('target', '_blank');
});
