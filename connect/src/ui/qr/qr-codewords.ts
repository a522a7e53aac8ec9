/*
 * The bytes of a QR code: byte mode, level L. Numbers in brackets are clauses of ISO/IEC 18004:2015.
 */

/** Parity codewords of each block, versions 1 to 40, base 36 (7.5.1, table 9). */
const PARITY = '7afkqikouikoqumosussssuuqsuuuuuuuuuuuuuu';
/** Blocks, likewise. */
const BLOCKS = '11111222244444666678899acccdefghijjklmop';

const of = (table: string, version: number): number =>
  Number.parseInt(table[version - 1] ?? '', 36);

/** Whether `length` bytes fit into a version that has room for `total` codewords. */
export const fits = (length: number, version: number, total: number): boolean =>
  length + headLength(version) <= dataLength(version, total);

/** Mode, length and terminator together (7.4.1). */
const headLength = (version: number): number => (version > 9 ? 3 : 2);

const dataLength = (version: number, total: number): number =>
  total - of(PARITY, version) * of(BLOCKS, version);

/** All codewords in the order in which they are placed (7.6). */
export function codewords(bytes: Uint8Array, version: number, total: number): number[] {
  const count = of(BLOCKS, version);
  const divisor = generator(of(PARITY, version));
  const data = dataCodewords(bytes, version, dataLength(version, total));
  // Blocks differ by one codeword at most, the shorter ones come first.
  const short = Math.floor(data.length / count);
  const longFrom = count - (data.length % count);
  const blocks = Array.from({ length: count }, (_, i) => {
    const from = i * short + Math.max(0, i - longFrom);
    return data.slice(from, from + short + (i < longFrom ? 0 : 1));
  });
  return [...interleave(blocks), ...interleave(blocks.map((block) => remainder(block, divisor)))];
}

function interleave(blocks: readonly number[][]): number[] {
  const longest = blocks.at(-1)?.length ?? 0;
  return Array.from({ length: longest }, (_, i) =>
    blocks.flatMap((block) => block[i] ?? []),
  ).flat();
}

/** Mode 4 and the terminator take half a byte each: everything between them is shifted by that. */
function dataCodewords(bytes: Uint8Array, version: number, length: number): number[] {
  const size = bytes.length;
  const data: number[] = [];
  let before = 4;
  for (const byte of [...(version > 9 ? [size >> 8] : []), size & 255, ...bytes, 0]) {
    data.push(((before << 4) | (byte >> 4)) & 255);
    before = byte;
  }
  for (let pad = 0xec; data.length < length; pad ^= 0xfd) data.push(pad);
  return data;
}

/** Product in the field of 256 elements, modulo x⁸ + x⁴ + x³ + x² + 1 (7.5.2). */
function times(a: number, b: number): number {
  let product = 0;
  for (let left = a, right = b; right > 0; right >>= 1) {
    if (right & 1) product ^= left;
    left = (left << 1) ^ ((left >> 7) * 0x11d);
  }
  return product;
}

/** Coefficients of (x − 1)(x − 2)(x − 4)…, the highest, which is 1, left out. */
function generator(degree: number): number[] {
  const all = Array.from({ length: degree }, (_, i) => Number(i === degree - 1));
  for (let i = 0, root = 1; i < degree; i += 1, root = times(root, 2)) {
    for (let j = 0; j < degree; j += 1) all[j] = times(all[j] ?? 0, root) ^ (all[j + 1] ?? 0);
  }
  return all;
}

function remainder(block: readonly number[], divisor: readonly number[]): number[] {
  let rest: number[] = divisor.map(() => 0);
  for (const byte of block) {
    const factor = byte ^ (rest[0] ?? 0);
    rest = divisor.map((coefficient, i) => (rest[i + 1] ?? 0) ^ times(coefficient, factor));
  }
  return rest;
}
