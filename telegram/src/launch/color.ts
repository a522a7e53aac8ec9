/**
 * Reads a theme colour as clients send it: `#rrggbb`, `#rgb`, or (macOS) a number whose low 24 bits are the
 * colour. Returns lower-case `#rrggbb`. Null if the value is not a colour.
 */
export function parseColor(value: unknown): string | null {
  const color = Number.isFinite(value)
    ? (((value as number) & 0xffffff) | 0x1000000).toString(16).replace('1', '#')
    : `${value}`
        .trim()
        .toLowerCase()
        .replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  return /^#[\da-f]{6}$/.test(color) ? color : null;
}

/**
 * Returns whether a colour is dark, by the test that Telegram's own script applies to `bg_color`: perceived
 * brightness sqrt(0.299 r² + 0.587 g² + 0.114 b²) below 120.
 */
export function isDarkColor(color: string): boolean {
  const value = Number(color.replace('#', '0x'));
  const squares =
    0.299 * (value >> 16) ** 2 + 0.587 * ((value >> 8) & 255) ** 2 + 0.114 * (value & 255) ** 2;
  return squares < 120 ** 2;
}
