/*
 * The bytes of a QR code: byte mode, level L. Numbers in brackets are clauses of ISO/IEC 18004:2015.
 */

/** Parity codewords of each block, versions 1 to 40, base 36 (7.5.1, table 9). */
const PARITY = '7afkqikouikoqumosussssuuqsuuuuuuuuuuuuuu';
/** Blocks, likewise. */
const BLOCKS = '11111222244444666678899acccdefghijjklmop';

const of = (table: string, version: number): number =>
  Number.parseInt(table[version - 1] ?? '', 36);

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** All codewords in the order in which they are placed (7.6); null where they do not fit. */
export function codewords(bytes: Uint8Array, version: number): number[] | null {
  // What the frame leaves free (table 1): `around` are the alignment patterns along a side.
  const around = version > 1 ? Math.floor(version / 7) + 2 : 0;
  const frame = (around && around * (25 * around - 10) - 55) + (version > 6 ? 36 : 0);
  const total = ((version * 16 + 128) * version + 64 - frame) >> 3;
  const count = of(BLOCKS, version);
  const divisor = generator(of(PARITY, version));
  const room = total - divisor.length * count;

  // Mode, length and terminator; then padding (7.4). The first and the last take half a byte each.
  const message = `4${hex(bytes.length, version > 9 ? 4 : 2)}${[...bytes].map((byte) => hex(byte, 2)).join('')}0`;
  if (message.length > room * 2) return null;
  const padded = message + 'ec11'.repeat(room);
  const data = Array.from({ length: room }, (_, i) =>
    Number.parseInt(padded.slice(i * 2, i * 2 + 2), 16),
  );
  // Blocks differ by one codeword at most, the shorter ones come first.
  const short = Math.floor(room / count);
  const longFrom = count - (room % count);
  const blocks = Array.from({ length: count }, (_, i) =>
    data.splice(0, short + Number(i >= longFrom)),
  );
  return [blocks, blocks.map((block) => remainder(block, divisor))].flatMap((parts) =>
    Array.from({ length: short + 31 }, (_, i) => parts.flatMap((part) => part[i] ?? [])).flat(),
  );
}

/** Product in the field of 256 elements, modulo x⁸ + x⁴ + x³ + x² + 1 (7.5.2). */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 128; bit > 0; bit >>= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    if (b & bit) product ^= a;
  }
  return product;
}

/** Coefficients of (x − 1)(x − 2)(x − 4)…, the highest, which is 1, left out. */
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
