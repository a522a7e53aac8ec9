import { describe, expect, it } from 'vitest';
import { passage, randomFrom } from './network';

const passages = (net: 'normal' | 'slow' | 'drop' | 'random', seed = 1) => {
  const random = randomFrom(seed);
  return Array.from({ length: 200 }, () => passage(net, random));
};

describe('replies on their way', () => {
  it('arrive at once on a normal network', () => {
    expect(new Set(passages('normal').map((each) => JSON.stringify(each))).size).toBe(1);
  });

  it('are up to two seconds late on a slow network', () => {
    const delays = passages('slow').map(({ delay }) => delay);
    expect(Math.min(...delays)).toBeLessThan(100);
    expect(Math.max(...delays)).toBeGreaterThan(1900);
    expect(Math.max(...delays)).toBeLessThanOrEqual(2000);
  });

  it('are lost in half of the cases, the same ones for a seed', () => {
    const dropped = passages('drop').filter((each) => each.dropped).length;
    expect(dropped).toBeGreaterThan(70);
    expect(dropped).toBeLessThan(130);
    expect(passages('drop')).toEqual(passages('drop'));
  });

  it('are lost or late on a random network, differently for each seed', () => {
    const all = passages('random');
    expect(all.some(({ dropped }) => dropped)).toBe(true);
    expect(all.some(({ delay }) => delay > 1000)).toBe(true);
    expect(all).toEqual(passages('random'));
    expect(all).not.toEqual(passages('random', 2));
  });
});
