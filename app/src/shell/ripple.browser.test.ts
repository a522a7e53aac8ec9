import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../styles/index.css';
import { installRipple } from './ripple';

let target: HTMLElement;

beforeEach(() => {
  target = document.createElement('button');
  target.dataset.ripple = '';
  document.body.append(target);
});

afterEach(() => target.remove());

const point = (type: string) =>
  target.dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0, pointerId: 1 }));

const waves = () => target.querySelectorAll('.ripple').length;

it('shows no ripple on an Apple client', () => {
  installRipple('ios');
  point('pointerdown');
  point('pointerup');
  expect(waves()).toBe(0);
});

it('shows one ripple inside the pressed element after a quick tap, and none for a scroll', () => {
  target.className = 'brand';
  installRipple('android');
  point('pointerdown');
  expect(waves()).toBe(0);
  point('pointerup');
  expect(waves()).toBe(1);
  expect(target.querySelector<HTMLElement>('.ripple')?.offsetParent).toBe(target);
  expect(getComputedStyle(target).overflow).toBe('hidden');
  point('pointerdown');
  point('pointercancel');
  expect(waves()).toBe(1);
});

it('shows a ripple 70 ms after a long press begins, for 225 ms', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    installRipple('android');
    point('pointerdown');
    vi.advanceTimersByTime(69);
    expect(waves()).toBe(0);
    vi.advanceTimersByTime(1);
    // Each earlier test has installed the ripple once more.
    expect(waves()).toBeGreaterThan(0);
    const [wave] = target.querySelector('.ripple')?.getAnimations() ?? [];
    expect(wave?.effect?.getTiming().duration).toBe(225);
    point('pointerup');
  } finally {
    vi.useRealTimers();
  }
});
