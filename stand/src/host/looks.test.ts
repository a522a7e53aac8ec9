import { describe, expect, it } from 'vitest';
import { chromeOf, edgesOf, lookOf, screenOf } from './looks';

const UPRIGHT = { landscape: false, keyboard: false, fullscreen: false };

describe('edges', () => {
  it('of a web client follow its own rules', () => {
    expect(edgesOf(lookOf('weba'), UPRIGHT)).toBeNull();
    expect(edgesOf(lookOf('unknown'), UPRIGHT)).toBeNull();
  });

  it('of an iPhone contain the home indicator, and the notch in fullscreen', () => {
    expect(edgesOf('ios', UPRIGHT)?.safe).toEqual({ top: 0, bottom: 34, left: 0, right: 0 });
    const full = edgesOf('ios', { ...UPRIGHT, fullscreen: true });
    expect(full).toMatchObject({ safe: { top: 47, bottom: 34 }, content: { top: 46 } });
  });

  it('of an iPhone lose the indicator to the keyboard, and have side notches in landscape', () => {
    expect(edgesOf('ios', { ...UPRIGHT, keyboard: true })?.safe.bottom).toBe(0);
    expect(edgesOf('ios', { ...UPRIGHT, landscape: true })?.safe).toEqual({
      top: 0,
      bottom: 21,
      left: 47,
      right: 47,
    });
  });

  it('of an Android phone contain the status bar only in fullscreen', () => {
    expect(edgesOf('android', UPRIGHT)?.safe.top).toBe(0);
    expect(edgesOf('android', { ...UPRIGHT, fullscreen: true })?.safe.top).toBe(28);
  });
});

it('rotate on a phone, but not in a desktop window', () => {
  expect(screenOf({ size: '390', turn: 'landscape' })).toEqual({ width: 844, height: 390 });
  expect(screenOf({ size: 'desktop', turn: 'landscape' })).toEqual({ width: 1024, height: 720 });
});

it('of a desktop have neither status bar nor keyboard', () => {
  expect(chromeOf('desktop', false, true)).toMatchObject({ status: 0, keyboard: 0 });
});
