import { describe, expect, it } from 'vitest';
import { readInsets } from './safe-area.js';
import { nextViewport } from './viewport.js';

describe('insets', () => {
  it('are read per edge; a missing or invalid edge is zero', () => {
    expect(readInsets({ top: 47, bottom: '34', left: -1, right: 1e6 })).toEqual({
      top: 47,
      bottom: 0,
      left: 0,
      right: 0,
    });
  });

  it.each([null, undefined, {}, 'x'])('of %o are zero', (data) => {
    expect(readInsets(data)).toEqual({ top: 0, bottom: 0, left: 0, right: 0 });
  });
});

describe('the viewport', () => {
  const before = { height: 600, stableHeight: 600, isExpanded: false };

  it('follows the host', () => {
    const event = { height: 700, is_state_stable: true, is_expanded: true };
    expect(nextViewport(before, event)).toEqual({
      height: 700,
      stableHeight: 700,
      isExpanded: true,
    });
  });

  it('keeps its stable height during a drag', () => {
    const after = nextViewport(before, { height: 650, is_state_stable: false });
    expect(after).toEqual({ height: 650, stableHeight: 600, isExpanded: false });
  });

  it('accepts an older client that sends only the height', () => {
    expect(nextViewport(before, { height: 640 }).stableHeight).toBe(640);
  });

  it.each([null, undefined, {}, 'x', { height: 1 }, { height: 'x' }])('ignores %o', (data) => {
    expect(nextViewport(before, data)).toEqual(before);
  });
});
