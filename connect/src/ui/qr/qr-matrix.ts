import { codewords, fits } from './qr-codewords.js';

/*
 * A QR code of level L from bytes. Numbers in brackets are clauses of ISO/IEC 18004:2015. Why it is
 * our own: docs/decisions/0007-own-qr-encoder.md.
 */

/** Rows of modules, 1 is dark. Undefined, while the code is being made, is room for data. */
type Grid<M = number> = M[][];

/** Which modules a mask turns over (7.8.2). */
const MASKS: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + (y >> 1)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** @throws RangeError when the text is longer than the largest code holds: 2953 bytes. */
export function qrMatrix(text: string): Grid {
  const bytes = new TextEncoder().encode(text);
  for (let version = 1; version <= 40; version += 1) {
    const frame = functionPatterns(version);
    const places = dataPlaces(frame);
    const total = places.length >> 3;
    if (!fits(bytes.length, version, total)) continue;
    const words = codewords(bytes, version, total);
    const grids = MASKS.map((mask, number) => {
      const grid = frame.map((row) => [...row]);
      places.forEach(([x, y], i) => {
        const bit = ((words[i >> 3] ?? 0) >> (7 - (i & 7))) & 1;
        set(grid, x, y, bit ^ Number(mask(x, y) === 0));
      });
      drawFormat(grid, number);
      return grid as Grid;
    });
    const scores = grids.map(penalty);
    return grids[scores.indexOf(Math.min(...scores))] as Grid;
  }
  throw new RangeError('Too long for a QR code');
}

function set<M>(grid: Grid<M>, x: number, y: number, dark: M): void {
  const row = grid[y];
  if (row && x in row) row[x] = dark;
}

/** Everything that is the same for every text (6.3). */
function functionPatterns(version: number): Grid<number | undefined> {
  const size = version * 4 + 17;
  const grid = Array.from({ length: size }, () => Array<number | undefined>(size).fill(undefined));

  /** Rings around a centre; `light` lists the distances of the light ones. */
  const rings = (cx: number, cy: number, light: readonly number[], radius: number): void => {
    for (let y = -radius; y <= radius; y += 1) {
      for (let x = -radius; x <= radius; x += 1) {
        const distance = Math.max(Math.abs(x), Math.abs(y));
        set(grid, cx + x, cy + y, Number(!light.includes(distance)));
      }
    }
  };
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    rings(x, y, [2, 4], 4);

  const centres = alignments(version);
  for (const x of centres) {
    for (const y of centres) if (grid[y]?.[x] === undefined) rings(x, y, [1], 2);
  }
  for (let i = 8; i < size - 8; i += 1) {
    set(grid, i, 6, ~i & 1);
    set(grid, 6, i, ~i & 1);
  }
  drawFormat(grid, 0);
  if (version > 6) drawVersion(grid, version);
  return grid;
}

/** Centres of the small squares on either axis (annex E): evenly apart, counted from the far end. */
function alignments(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((version * 2 + 2) / (count - 1)) * 2;
  const far = version * 4 + 10;
  return [6, ...Array.from({ length: count - 1 }, (_, i) => far - i * step)];
}

/** Level and mask, twice around the finders (7.9). */
function drawFormat(grid: Grid<number | undefined>, mask: number): void {
  const last = grid.length - 1;
  const bits = withChecksum(8 | mask, 10, 0x537) ^ 0x5412;
  for (let i = 0; i < 15; i += 1) {
    const bit = (bits >> i) & 1;
    if (i < 8) {
      set(grid, 8, i < 6 ? i : i + 1, bit);
      set(grid, last - i, 8, bit);
    } else {
      set(grid, i < 9 ? 7 : 14 - i, 8, bit);
      set(grid, 8, last - 14 + i, bit);
    }
  }
  set(grid, 8, last - 7, 1);
}

/** From version 7 on, twice beside the finders (7.10). */
function drawVersion(grid: Grid<number | undefined>, version: number): void {
  const bits = withChecksum(version, 12, 0x1f25);
  for (let i = 0; i < 18; i += 1) {
    const near = Math.floor(i / 3);
    const far = grid.length - 11 + (i % 3);
    set(grid, near, far, (bits >> i) & 1);
    set(grid, far, near, (bits >> i) & 1);
  }
}

/** A number with the remainder of its division by a polynomial behind it. */
function withChecksum(value: number, degree: number, polynomial: number): number {
  let rest = value;
  for (let i = 0; i < degree; i += 1) rest = (rest << 1) ^ ((rest >> (degree - 1)) * polynomial);
  return (value << degree) | rest;
}

/** Free modules in the order of the data: up and down in columns of two from the right (7.7.3). */
function dataPlaces(grid: Grid<number | undefined>): [x: number, y: number][] {
  const size = grid.length;
  const places: [number, number][] = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i += 1) {
      const y = up ? size - 1 - i : i;
      for (const x of [right, right - 1]) if (grid[y]?.[x] === undefined) places.push([x, y]);
    }
  }
  return places;
}

/** Dark and light as 1:1:3:1:1 with four light modules on one side, wherever they begin. */
const LIKE_FINDERS = /(?=000010111010|010111010000)/g;

/** How hard a mask makes the code to read; the least wins (7.8.3). */
function penalty(grid: Grid): number {
  const rows = grid.map((row) => row.join(''));
  const columns = grid.map((_, x) => grid.map((row) => row[x]).join(''));
  // Two rows added up: 0 is light in both, 2 is dark in both.
  const pairs = grid.map((row, y) => row.map((dark, x) => dark + (grid[y + 1]?.[x] ?? 3)).join(''));
  let score = 0;
  for (const line of [...rows, ...columns]) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) score += run.length - 2;
    score += count(`0000${line}0000`, LIKE_FINDERS) * 40;
  }
  for (const pair of pairs) score += count(pair, /(?=00|22)/g) * 3;
  const modules = rows.length ** 2;
  const dark = count(rows.join(''), /1/g);
  return score + Math.ceil(Math.abs(dark * 20 - modules * 10) / modules) * 10;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
