import { describe, expect, it } from 'vitest';
import { readSettings, settingsQuery } from './settings';

describe('an address of the gallery', () => {
  it('says what differs from the defaults, and is read back as it was', () => {
    const query = '?scene=menu&theme=dark&lang=fa&dir=rtl&width=320&radius=none&motion=on&bare=1';
    expect(settingsQuery(readSettings(query))).toBe(query);
    expect(settingsQuery(readSettings('?theme=light&width=1280'))).toBe('');
  });

  it('is as by default where it names something unknown', () => {
    expect(readSettings('?theme=pink&width=2&bare=yes')).toEqual(readSettings(''));
  });
});
