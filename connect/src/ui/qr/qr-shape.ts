import { qrMatrix } from './qr-matrix.js';

/** Printed size of a code, px (product specification, section 9). */
export const QR_SIZE = 256;
/** Widest centre hole that two decoders still read at level L, px of 256. */
const HOLE = 60;
/** Modules of a finder, the square in a corner. */
const FINDER = 7;

/*
 * Paths on a grid whose whole numbers are the middles of modules: the code reaches from -0.5 to half
 * a module below its size.
 */

/** The three finders of a code with `size` modules along a side: filled by the even-odd rule. */
export const finders = (size: number): string =>
  finder(0, 0) + finder(size - FINDER, 0) + finder(0, size - FINDER);

const finder = (x: number, y: number): string =>
  `M${x + 1.5} ${y - 0.5}${rounded(2, 3)}m.3 1${rounded(1.3, 2.4)}m.6 1${rounded(0.9, 1.2)}`;

/** A square with round corners, from where its upper side begins, clockwise. */
const rounded = (r: number, side: number): string =>
  `h${side}a${r} ${r} 0 0 1 ${r} ${r}v${side}a${r} ${r} 0 0 1-${r} ${r}h-${side}` +
  `a${r} ${r} 0 0 1-${r}-${r}v-${side}a${r} ${r} 0 0 1 ${r}-${r}z`;

/**
 * The rest of the code that says `link`, at level L: lines as wide as a module, with round ends, along
 * and across, so that modules flow into each other; and a hole in the middle when a picture goes
 * there. Modules in the hole are left out, not painted over.
 */
export function qrShape(link: string, hole: boolean): { size: number; flow: string } {
  const matrix = qrMatrix(link);
  const size = matrix.length;
  const middle = (size - 1) / 2;
  // An odd number like the code's own, so that it is centred.
  const gap = hole ? Math.floor(((HOLE * size) / QR_SIZE + 1) / 2) - 0.5 : 0;
  const drawn = matrix.map((row, y) =>
    row.map((dark, x) => {
      const across = Math.abs(x - middle);
      const down = Math.abs(y - middle);
      const inFinder = Math.min(across, down) > middle - FINDER && Math.min(x, y) < FINDER;
      return inFinder || Math.max(across, down) < gap ? 0 : dark;
    }),
  );
  let flow = '';
  const draw = (line: readonly number[], from: (at: number) => string, runs: RegExp): void => {
    for (const { 0: run, index } of line.join('').matchAll(runs)) {
      flow += `${from(index)}${run.length - 1}`;
    }
  };
  drawn.forEach((row, i) => {
    draw(row, (x) => `M${x} ${i}h`, /1+/g);
    draw(
      drawn.map((each) => each[i] ?? 0),
      (y) => `M${i} ${y}v`,
      /11+/g,
    );
  });
  return { size, flow };
}
