import { qrMatrix } from './qr-matrix.js';

/** Printed size of a code, px (product specification, section 9). */
export const QR_SIZE = 256;
/** Widest centre hole that two decoders still read at level L, px of 256. */
const HOLE = 60;
/** Modules of a finder, the square in a corner. */
const FINDER = 7;
/** Rows reach into each other by this, modules: else anti-aliasing draws a seam between them. */
const OVERLAP = 0.04;

/** The three finders of a code with `size` modules along a side: filled by the even-odd rule. */
export const finders = (size: number): string =>
  finder(0, 0) + finder(size - FINDER, 0) + finder(0, size - FINDER);

const finder = (x: number, y: number): string =>
  [2, 1.3, 0.9].map((r, i) => rect(x + i, y + i, 7 - i * 2, 7 - i * 2, r, r, r, r)).join('');

/**
 * The rest of the code that says `link`, at level L: modules that flow into each other, and a hole
 * in the middle when a picture goes there. Modules in the hole are left out, not painted over.
 */
export function qrShape(link: string, hole: boolean): { size: number; flow: string } {
  const matrix = qrMatrix(link);
  const size = matrix.length;
  // An odd number like the code's own, so that it is centred.
  const gap = hole ? Math.floor(((HOLE * size) / QR_SIZE + 1) / 2) * 2 - 1 : 0;
  const inHole = (i: number): boolean => Math.abs(i - (size - 1) / 2) < gap / 2;
  const last = size - FINDER;
  const inFinder = (x: number, y: number): boolean =>
    (x < FINDER && (y < FINDER || y >= last)) || (x >= last && y < FINDER);
  const dark = (x: number, y: number): boolean =>
    matrix[y]?.[x] === 1 && !inFinder(x, y) && !(inHole(x) && inHole(y));
  /** A corner is round when nothing dark is above or below it. */
  const corner = (x: number, beside: number): number => (dark(x, beside) ? 0 : 0.5);

  let flow = '';
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (!dark(x, y)) continue;
      const from = x;
      while (dark(x + 1, y)) x += 1;
      const up = y - 1;
      const down = y + 1;
      flow += rect(
        from,
        y,
        x - from + 1,
        1 + OVERLAP,
        corner(from, up),
        corner(x, up),
        corner(x, down),
        corner(from, down),
      );
    }
  }
  return { size, flow };
}

/** A rectangle with four radii, from the top left, clockwise. */
function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  tl: number,
  tr: number,
  br: number,
  bl: number,
): string {
  const arc = (r: number, dx: number, dy: number): string =>
    r ? `a${r} ${r} 0 0 1 ${dx * r} ${dy * r}` : '';
  return (
    `M${x + tl} ${y}h${width - tl - tr}${arc(tr, 1, 1)}v${height - tr - br}${arc(br, -1, 1)}` +
    `h${br + bl - width}${arc(bl, -1, -1)}v${bl + tl - height}${arc(tl, 1, -1)}z`
  );
}
