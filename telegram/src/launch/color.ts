/**
 * Reads a theme colour as clients send it: `#rrggbb`, `#rgb`, or (macOS) a number whose low 24 bits
 * are the colour. Returns lower-case `#rrggbb`, or null for anything else, so that one bad colour
 * costs nothing but itself.
 */
export function parseColor(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) {
    return `#${(value & 0xffffff).toString(16).padStart(6, '0')}`;
  }
  if (typeof value !== 'string') return null;
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(value.trim())?.[1]?.toLowerCase();
  if (hex === undefined) return null;
  return `#${hex.length === 3 ? hex.replace(/./g, '$&$&') : hex}`;
}

/**
 * The dark test that Telegram's own script applies to `bg_color`: perceived brightness
 * sqrt(0.299 r² + 0.587 g² + 0.114 b²) below 120.
 */
export function isDarkColor(color: string): boolean {
  const value = Number.parseInt(color.slice(1), 16);
  const [r, g, b] = [value >> 16, (value >> 8) & 255, value & 255];
  return Math.sqrt(0.299 * r * r + 0.587 * g * g + 0.114 * b * b) < 120;
}
