import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { prefers } from '../../testing/finger.js';
import { cardOf, type ShownSheet, showSheets, still } from '../../testing/show-sheet.js';
import { SheetHeader } from './Screen.js';
import * as sheet from './sheet.module.css';

const screen = (height: number): ShownSheet[] => [
  {
    open: true,
    onDismiss: vi.fn(),
    children: (
      <>
        <SheetHeader title="Title" />
        <div className={sheet.body}>
          <div style={{ blockSize: height }}>Content</div>
        </div>
      </>
    ),
  },
];
const card = () => cardOf(document.querySelector('dialog'));
/** Waits two frames, because sizes are observed at the end of a frame. */
const frame = async () => {
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
};
/** Returns the visible box of the card, and the lower end of its background. */
const look = () => {
  const { top, height } = card().getBoundingClientRect();
  const shape = getComputedStyle(card(), '::before');
  return { top, bottom: top + height - Number.parseFloat(shape.bottom) };
};
const heightAnimations = () =>
  document.getAnimations().filter((animation) => animation.constructor === Animation);

beforeEach(() => page.viewport(1280, 800));
afterEach(() => prefers({}));

describe.each([
  ['a card', 1280],
  ['a sheet', 390],
])('%s whose content changes', (_, width) => {
  it.each([
    ['grows', 100, 400],
    ['shrinks', 400, 100],
  ])('%s in 200 ms from its previous height', async (_, from, to) => {
    await page.viewport(width, 800);
    const { show } = await showSheets(screen(from));
    await still();
    const before = look();
    await show(screen(to));
    await frame();
    const playing = heightAnimations();
    for (const animation of playing) animation.currentTime = 0;
    expect(playing.length).toBeGreaterThan(0);
    expect(look().top).toBeCloseTo(before.top, 0);
    expect(look().bottom).toBeCloseTo(before.bottom, 0);
    for (const { effect } of playing) expect(effect?.getComputedTiming().duration).toBe(200);
    for (const animation of playing) animation.play();
    await still();
    expect(look().top - before.top).toBeCloseTo(width > 440 ? (from - to) / 2 : from - to, 0);
  });
});

it('is laid out once: nothing shifts', async () => {
  const shifts: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      shifts.push((entry as PerformanceEntry & { value: number }).value);
  });
  const { show } = await showSheets(screen(100));
  await still();
  observer.observe({ type: 'layout-shift' });
  for (const height of [400, 150, 300]) {
    await show(screen(height));
    await frame();
    await still();
  }
  for (const entry of observer.takeRecords())
    shifts.push((entry as PerformanceEntry & { value: number }).value);
  observer.disconnect();
  expect(shifts).toEqual([]);
});

it('continues from its position when the content changes again', async () => {
  const { show } = await showSheets(screen(100));
  await still();
  await show(screen(400));
  await frame();
  for (const animation of heightAnimations()) {
    animation.pause();
    animation.currentTime = 60;
  }
  const midway = look();
  await show(screen(100));
  await frame();
  for (const animation of heightAnimations()) {
    if (animation.playState === 'running') animation.currentTime = 0;
  }
  expect(look().top).toBeCloseTo(midway.top, 0);
  expect(look().bottom).toBeCloseTo(midway.bottom, 0);
  for (const animation of heightAnimations()) animation.finish();
});

it('does not move after a window resize, or with reduced motion', async () => {
  const { show } = await showSheets(screen(100));
  await still();
  await page.viewport(390, 700);
  await frame();
  await frame();
  expect(heightAnimations()).toEqual([]);
  await prefers({ 'prefers-reduced-motion': 'reduce' });
  await show(screen(400));
  await frame();
  expect(heightAnimations()).toEqual([]);
});
