import { FINDER, QR_SIZE } from './qr-finders.js';
import { qrMatrix } from './qr-matrix.js';

/** Widest centre hole that two decoders still read at level L, px of 256. */
const HOLE = 60;

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
