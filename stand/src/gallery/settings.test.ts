import { describe, expect, it } from 'vitest';
import { readSettings, settingsQuery } from './settings';

describe('gallery address', () => {
  it('contains the settings that differ from the defaults, and restores them', () => {
    const query = '?scene=menu&theme=dark&lang=fa&dir=rtl&width=320&radius=none&motion=on&bare=1';
    expect(settingsQuery(readSettings(query))).toBe(query);
    expect(settingsQuery(readSettings('?theme=light&width=1280'))).toBe('');
  });

  it('uses defaults for unknown values', () => {
    expect(readSettings('?theme=pink&width=2&bare=yes')).toEqual(readSettings(''));
  });
});
