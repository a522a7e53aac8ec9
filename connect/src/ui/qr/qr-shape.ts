import { encode } from 'uqr';

/** Printed size of a code, px (product specification, section 9). */
export const QR_SIZE = 256;
/** Widest centre hole that two decoders still read at level L, px of 256. */
const HOLE = 60;
/** Modules of a finder, the square in a corner. */
const FINDER = 7;

export type QrShape = {
  /** Modules along a side. */
  modules: number;
  /** Paths in module units: the finders are filled by the even-odd rule. */
  finders: string;
  flow: string;
};

/** Rows reach into each other by this, modules: else anti-aliasing draws a seam between them. */
const OVERLAP = 0.04;

/**
 * A link as a QR code of level L: finders with rounded corners, modules that flow into each other,
 * a hole in the middle when a picture goes there. Modules in the hole are left out, not painted over.
 */
export function qrShape(link: string, hole: boolean): QrShape {
  const { data, size } = encode(link, { ecc: 'L', boostEcc: false, border: 0 });
  const gap = hole ? holeModules(size) : 0;
  const from = (size - gap) / 2;
  const inHole = (at: number): boolean => at >= from && at < size - from;
  const inFinder = (x: number, y: number): boolean => {
    const nearX = x < FINDER || x >= size - FINDER;
    const nearY = y < FINDER || y >= size - FINDER;
    return nearX && nearY && !(x >= size - FINDER && y >= size - FINDER);
  };
  const dark = (x: number, y: number): boolean =>
    data[y]?.[x] === true && !inFinder(x, y) && !(inHole(x) && inHole(y));

  let flow = '';
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (!dark(x, y)) continue;
      const start = x;
      while (dark(x + 1, y)) x += 1;
      flow += run(start, x, y, dark);
    }
  }
  const finders = finder(0, 0) + finder(size - FINDER, 0) + finder(0, size - FINDER);
  return { modules: size, finders, flow };
}

/** As many whole modules as fit, an odd number like the code's own, so that they are centred. */
function holeModules(size: number): number {
  const modules = Math.floor((HOLE * size) / QR_SIZE);
  return modules % 2 === 1 ? modules : modules - 1;
}

/** A row of dark modules; a corner is round when nothing dark is above or below it. */
function run(from: number, to: number, y: number, dark: (x: number, y: number) => boolean): string {
  const corner = (x: number, beside: number): number => (dark(x, beside) ? 0 : 0.5);
  return roundedRect(from, y, to - from + 1, 1 + OVERLAP, [
    corner(from, y - 1),
    corner(to, y - 1),
    corner(to, y + 1),
    corner(from, y + 1),
  ]);
}

const finder = (x: number, y: number): string =>
  square(x, y, 7, 2) + square(x + 1, y + 1, 5, 1.3) + square(x + 2, y + 2, 3, 0.9);

const square = (x: number, y: number, side: number, radius: number): string =>
  roundedRect(x, y, side, side, [radius, radius, radius, radius]);

/** Radii from the top left, clockwise. */
function roundedRect(
  x: number,
  y: number,
  width: number,
  height: number,
  [tl, tr, br, bl]: [number, number, number, number],
): string {
  const arc = (r: number, dx: number, dy: number): string =>
    r === 0 ? '' : `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return (
    `M${x + tl} ${y}h${width - tl - tr}${arc(tr, tr, tr)}` +
    `v${height - tr - br}${arc(br, -br, br)}h${br + bl - width}${arc(bl, -bl, -bl)}` +
    `v${bl + tl - height}${arc(tl, tl, -tl)}z`
  );
}
