/** Colours are `#rrggbb` here; ratios are WCAG 2 contrast ratios, 1 to 21. */

type Channels = readonly [number, number, number];

function channels(color: string): Channels {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function luminance(color: string): number {
  const [r, g, b] = channels(color).map((byte) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(a: string, b: string): number {
  const [one, two] = [luminance(a), luminance(b)];
  return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
}

/** `share` (0 to 1) of `color` over `ground`. */
export function mix(color: string, ground: string, share: number): string {
  const [over, under] = [channels(color), channels(ground)];
  const byte = (i: 0 | 1 | 2) => Math.round(over[i] * share + under[i] * (1 - share));
  return `#${([0, 1, 2] as const).map((i) => byte(i).toString(16).padStart(2, '0')).join('')}`;
}

/**
 * The colour itself when it can be read on the ground, else the nearest step from it towards black
 * or white that can. Every ground has one: black or white always reaches 4.5.
 */
export function readable(color: string, ground: string, ratio = 4.5): string {
  const goal = contrast('#000000', ground) > contrast('#ffffff', ground) ? '#000000' : '#ffffff';
  for (let share = 0; share < 1; share += 0.125) {
    const step = mix(goal, color, share);
    if (contrast(step, ground) >= ratio) return step;
  }
  return goal;
}
