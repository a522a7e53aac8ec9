/** Colours are `#rrggbb`. Ratios are WCAG 2 contrast ratios, 1 to 21. */

/** Red, green and blue, 0 to 255. */
function channels(color: string): number[] {
  const value = Number(color.replace('#', '0x'));
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function luminance(color: string): number {
  const weights = [0.2126, 0.7152, 0.0722];
  return channels(color).reduce((sum, byte, i) => {
    const part = byte / 255;
    const light = part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    return sum + light * (weights[i] ?? 0);
  }, 0);
}

export function contrast(a: string, b: string): number {
  const ratio = (luminance(a) + 0.05) / (luminance(b) + 0.05);
  return Math.max(ratio, 1 / ratio);
}

/** Mixes `share` (0 to 1) of `color` into `ground`. */
export function mix(color: string, ground: string, share: number): string {
  const under = channels(ground);
  const bytes = channels(color).map((over, i) => over * share + (under[i] ?? 0) * (1 - share));
  return `#${bytes.map((byte) => Math.round(byte).toString(16).padStart(2, '0')).join('')}`;
}

/**
 * Returns the colour if it is readable on the ground, else the nearest readable step towards black
 * or white. Every ground has one: black or white always reaches 4.5.
 */
export function readable(color: string, ground: string, ratio = 4.5): string {
  const goal = contrast('#000000', ground) > contrast('#ffffff', ground) ? '#000000' : '#ffffff';
  for (let share = 0; share < 1; share += 0.125) {
    const step = mix(goal, color, share);
    if (contrast(step, ground) >= ratio) return step;
  }
  return goal;
}
