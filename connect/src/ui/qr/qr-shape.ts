import { FINDER, QR_SIZE } from './qr-finders.js';

/** Width of the centre hole, px of 256: the widest that two decoders read at level L. */
const HOLE = 60;

/**
 * Returns the code of `link` at level L, without the finders: horizontal and vertical lines as wide as a module,
 * with round ends, so that modules are joined. With `hole`, the modules in the middle are omitted, for a
 * picture.
 */
export function qrShape(link: string, hole: boolean): { size: number; flow: string } {
  const matrix = qrMatrix(link);
  const size = matrix.length;
  const middle = (size - 1) / 2;
  // An odd number of modules, like the size of the code, so that the hole is centred.
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

/*
 * A QR encoder for bytes at level L (docs/internals/decisions/0007-own-qr-encoder.md). Numbers in brackets are clauses of
 * ISO/IEC 18004:2015.
 */

/** Rows of modules. 1 is dark. */
type Grid = number[][];

/** Values of modules in an unfinished code: free for data, and data before its mask (2 or 3). */
const FREE = -1;
const DATA = 2;

/** The masks (7.8.2). A mask inverts the modules for which it is 0. */
const MASKS: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + (y >> 1)) % 2,
  (x, y) => (x * y) % 6,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (x + y + ((x * y) % 3)) % 2,
];

/**
 * Returns the modules of a text's code.
 * @throws RangeError if the text is longer than 2953 bytes, the capacity of the largest code.
 */
export function qrMatrix(text: string): Grid {
  const bytes = new TextEncoder().encode(text);
  for (let version = 1; version <= 40; version += 1) {
    const words = codewords(bytes, version);
    if (!words) continue;
    const drawn = place(words, frame(version));
    const grids = MASKS.map((mask, number) =>
      withFormat(
        drawn.map((row, y) =>
          row.map((dark, x) => (dark < DATA ? dark : (dark & 1) ^ Number(!mask(x, y)))),
        ),
        number,
      ),
    );
    const scores = grids.map(penalty);
    return grids[scores.indexOf(Math.min(...scores))] ?? [];
  }
  throw new RangeError('Too long for a QR code');
}

/** Returns the function patterns (6.3), with free space for the format. */
function frame(version: number): Grid {
  const size = version * 4 + 17;
  const side = [...Array(size).keys()];
  const ring = (x: number, y: number, cx: number, cy: number): number =>
    Math.max(Math.abs(x - cx), Math.abs(y - cy));
  const finder = (x: number, y: number): number =>
    Math.min(ring(x, y, 3, 3), ring(x, y, size - 4, 3), ring(x, y, 3, size - 4));

  // Centres of the alignment patterns on an axis (annex E), evenly spaced from the far end.
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((version * 2 + 2) / (count - 1)) * 2;
  const centres = side
    .slice(0, version > 1 ? count : 0)
    .map((i) => (i ? size - 7 - (i - 1) * step : 6));
  const squares = centres
    .flatMap((x) => centres.map((y) => [x, y] as const))
    .filter(([x, y]) => finder(x, y) > 4);
  const bits = withChecksum(version, 12, 0x1f25);

  return side.map((y) =>
    side.map((x) => {
      const distance = finder(x, y);
      const near = Math.min(x, y);
      const far = Math.max(x, y) - size + 11;
      if (distance <= 4) return Number(distance !== 2 && distance !== 4);
      if (x === 6 || y === 6) return ~(x + y) & 1;
      // From version 7, the version number is next to two finders (7.10).
      if (version > 6 && near < 6 && far >= 0) return (bits >> (near * 3 + far)) & 1;
      // The format is along the finders.
      const along = x === 8 ? y : y === 8 ? x : 9;
      if (along < 9 || along > size - 9) return 0;
      const square = squares.find(([cx, cy]) => ring(x, y, cx, cy) < 3);
      return square ? Number(ring(x, y, ...square) !== 1) : FREE;
    }),
  );
}

/** Writes the data to free modules, up and down in columns of two from the right (7.7.3). */
function place(words: readonly number[], grid: Grid): Grid {
  const size = grid.length;
  let i = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const row = grid[(right + 1) & 2 ? step : size - 1 - step];
      for (const x of [right, right - 1]) {
        if (row?.[x] !== FREE) continue;
        row[x] = DATA + (((words[i >> 3] ?? 0) >> (7 - (i & 7))) & 1);
        i += 1;
      }
    }
  }
  return grid;
}

/** Writes the level and the mask, twice, around the finders (7.9). */
function withFormat(grid: Grid, mask: number): Grid {
  const size = grid.length;
  const bits = withChecksum(8 | mask, 10, 0x537) ^ 0x5412;
  const set = (x: number, y: number, dark: number): unknown => grid[y]?.splice(x, 1, dark);
  for (let i = 0; i < 15; i += 1) {
    const bit = (bits >> i) & 1;
    set(8, i < 8 ? i + Number(i > 5) : size - 15 + i, bit);
    set(i < 8 ? size - 1 - i : 14 - i + Number(i < 9), 8, bit);
  }
  set(8, size - 8, 1);
  return grid;
}

/** Returns a number followed by the remainder of its division by a polynomial. */
function withChecksum(value: number, degree: number, polynomial: number): number {
  let rest = value;
  for (let i = 0; i < degree; i += 1) rest = (rest << 1) ^ ((rest >> (degree - 1)) * polynomial);
  return (value << degree) | rest;
}

/** Returns the penalty of a masked code (7.8.3). The mask with the lowest one is used. */
function penalty(grid: Grid): number {
  const rows = grid.map((row) => row.join(''));
  const columns = grid.map((_, x) => grid.map((row) => row[x]).join(''));
  const all = rows.join('');
  let score = 0;
  for (const line of [...rows, ...columns]) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) score += run.length - 2;
    // Dark and light modules as 1:1:3:1:1 with four light ones on one side, overlaps included.
    score += count(`0000${line}0000`, /(?=000010111010|010111010000)/g) * 40;
  }
  for (const [y, row] of grid.entries()) {
    // The sum of two rows: 0 is light in both, 2 is dark in both.
    const pair = row.map((dark, x) => dark + (grid[y + 1]?.[x] ?? 3)).join('');
    score += count(pair, /(?=00|22)/g) * 3;
  }
  return score + Math.ceil(Math.abs((count(all, /1/g) * 20) / all.length - 10)) * 10;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/*
 * The codewords of a QR code in byte mode at level L. Numbers in brackets are clauses of ISO/IEC 18004:2015.
 */

/** Number of parity codewords per block, for versions 1 to 40, in base 36 (7.5.1, table 9). */
const PARITY = '7afkqikouikoqumosussssuuqsuuuuuuuuuuuuuu';
/** Number of blocks, for versions 1 to 40, in base 36 (7.5.1, table 9). */
const BLOCKS = '11111222244444666678899acccdefghijjklmop';

const of = (table: string, version: number): number =>
  Number.parseInt(table[version - 1] ?? '', 36);

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** Returns all codewords in their placement order (7.6). Null if they do not fit. */
export function codewords(bytes: Uint8Array, version: number): number[] | null {
  // Free modules (table 1). `around` is the number of alignment patterns along a side.
  const around = version > 1 ? Math.floor(version / 7) + 2 : 0;
  const frame = (around && around * (25 * around - 10) - 55) + (version > 6 ? 36 : 0);
  const total = ((version * 16 + 128) * version + 64 - frame) >> 3;
  const count = of(BLOCKS, version);
  const divisor = generator(of(PARITY, version));
  const room = total - divisor.length * count;

  // Mode, length, bytes, terminator and padding (7.4). Mode and terminator are half a byte each.
  const message = `4${hex(bytes.length, version > 9 ? 4 : 2)}${[...bytes].map((byte) => hex(byte, 2)).join('')}0`;
  if (message.length > room * 2) return null;
  const padded = message + 'ec11'.repeat(room);
  const data = Array.from({ length: room }, (_, i) =>
    Number.parseInt(padded.slice(i * 2, i * 2 + 2), 16),
  );
  // Blocks differ by at most one codeword. The shorter ones come first.
  const short = Math.floor(room / count);
  const longFrom = count - (room % count);
  const blocks = Array.from({ length: count }, (_, i) =>
    data.splice(0, short + Number(i >= longFrom)),
  );
  return [blocks, blocks.map((block) => remainder(block, divisor))].flatMap((parts) =>
    Array.from({ length: short + 31 }, (_, i) => parts.flatMap((part) => part[i] ?? [])).flat(),
  );
}

/** Returns a product in the field of 256 elements, modulo x⁸ + x⁴ + x³ + x² + 1 (7.5.2). */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 128; bit > 0; bit >>= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    if (b & bit) product ^= a;
  }
  return product;
}

/** Returns the coefficients of (x − 1)(x − 2)(x − 4)… without the leading 1. */
function generator(degree: number): number[] {
  let all = [1];
  for (let root = 1; all.length <= degree; root = times(root, 2)) {
    all = [...all, 0].map((one, i) => one ^ times(all[i - 1] ?? 0, root));
  }
  return all.slice(1);
}

function remainder(block: readonly number[], divisor: readonly number[]): number[] {
  let rest: number[] = [];
  for (const byte of block) {
    const factor = byte ^ (rest[0] ?? 0);
    rest = divisor.map((coefficient, i) => (rest[i + 1] ?? 0) ^ times(coefficient, factor));
  }
  return rest;
}
