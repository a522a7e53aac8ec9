import { describe, expect, it } from 'vitest';
import { readSettings, settingsQuery } from './settings';

describe('gallery address', () => {
  it('contains the settings that differ from the defaults, and restores them', () => {
    const query = '?scene=menu&theme=dark&lang=fa&dir=rtl&width=320&radius=none&motion=on&bare=1';
    expect(settingsQuery(readSettings(query))).toBe(query);
    expect(settingsQuery(readSettings('?theme=light&width=1280&bare=1'))).toBe('?bare=1');
  });

  it('has the largest width that fits the window, and keeps a chosen one in the links', () => {
    expect(readSettings('', 1920).width).toBe('1280');
    expect(readSettings('', 768).width).toBe('390');
    expect(readSettings('', 280).width).toBe('320');
    expect(settingsQuery(readSettings('?width=1280', 390))).toBe('?width=1280');
  });

  it('uses defaults for unknown values', () => {
    expect(readSettings('?theme=pink&width=2&bare=yes')).toEqual(readSettings(''));
  });
});
