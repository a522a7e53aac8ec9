/** Printed size of a code, px (product specification, section 9). */
export const QR_SIZE = 256;
/** Modules of a finder, the square in a corner. */
export const FINDER = 7;

/*
 * Paths on a grid whose integers are the centres of modules. The code reaches from -0.5 to its size minus 0.5.
 */

/** Returns the three finders of a code with `size` modules along a side, for the even-odd fill rule. */
export const finders = (size: number): string =>
  finder(0, 0) + finder(size - FINDER, 0) + finder(0, size - FINDER);

const finder = (x: number, y: number): string =>
  `M${x + 1.5} ${y - 0.5}${rounded(2, 3)}m.3 1${rounded(1.3, 2.4)}m.6 1${rounded(0.9, 1.2)}`;

/** Returns a square with round corners, clockwise from the start of its upper side. */
const rounded = (r: number, side: number): string =>
  `h${side}a${r} ${r} 0 0 1 ${r} ${r}v${side}a${r} ${r} 0 0 1-${r} ${r}h-${side}` +
  `a${r} ${r} 0 0 1-${r}-${r}v-${side}a${r} ${r} 0 0 1 ${r}-${r}z`;
