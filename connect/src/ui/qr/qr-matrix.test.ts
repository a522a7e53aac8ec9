import jsQR from 'jsqr';
import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { qrMatrix } from './qr-shape.js';

/** Capacity of the largest code of level L, in bytes. */
const LONGEST = 2953;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789%-._~:/?&=+#ёж€';

/** Returns a text of about `length` bytes, the same one for the same length. */
function textOf(length: number): string {
  let seed = length;
  let text = '';
  let bytes = 0;
  for (;;) {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    const letter = [...LETTERS][(seed >> 8) % [...LETTERS].length] ?? 'a';
    bytes += new TextEncoder().encode(letter).length;
    if (bytes > length) return text || 'a';
    text += letter;
  }
}

/** Returns the text that a third-party decoder reads from the modules. */
function read(matrix: readonly (readonly number[])[]): string | undefined {
  const scale = 3;
  const side = (matrix.length + 8) * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const dark = matrix[Math.floor(y / scale) - 4]?.[Math.floor(x / scale) - 4];
      if (dark) pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  }
  return jsQR(pixels, side, side, { inversionAttempts: 'dontInvert' })?.data;
}

/** The first and the last length of each version: one more byte needs a larger code. */
const EDGES = [1, 17, 18, 32, 33, 53, 78, 106, 134, 154, 192, 230, 231, 271, 272, 321, 367, 425];

/** Bytes that a code of each version holds at level L (ISO/IEC 18004). */
const CAPACITIES = [
  17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520, 586, 644, 718, 792, 858,
  929, 1003, 1091, 1171, 1273, 1367, 1465, 1528, 1628, 1732, 1840, 1952, 2068, 2188, 2303, 2431,
  2563, 2699, 2809, 2953,
];

describe('qrMatrix', () => {
  it.each([...EDGES, ...Array.from({ length: 24 }, (_, i) => 40 + i * 37)])(
    'is read back, for %i bytes',
    (length) => {
      const text = textOf(length);
      expect(read(qrMatrix(text))).toBe(text);
    },
  );

  it.each([1, 1400, 2100, 2800, LONGEST])('equals the matrix of uqr for %i bytes', (length) => {
    // Lower case, or uqr packs letters in a mode of their own.
    expect(qrMatrix('b'.repeat(length))).toEqual(peer('b'.repeat(length)));
  });

  it.each(CAPACITIES.map((bytes, index) => [index + 1, bytes] as const))(
    'has the frame of version %i',
    (version, bytes) => {
      const text = 'c'.repeat(bytes);
      const matrix = qrMatrix(text);
      expect(matrix).toHaveLength(version * 4 + 17);
      expect(matrix).toEqual(peer(text));
      // One more byte needs the next version.
      if (bytes < LONGEST) expect(qrMatrix(`${text}c`)).toHaveLength(version * 4 + 21);
    },
  );

  it.each([
    'https://app.alpha.example/ton-connect?v=2&id=5f5f&ret=back',
    'tc://?v=2&id=0fd2&trace_id=019aa2c4-7e1c-7c66-9a0e-3c7a8e5b1d20&ret=none',
    'https://t.me/wallet/start?startapp=tonconnect-v__2-id__5f5f-ret__back',
    'привет, код',
  ])('equals the matrix of uqr for the text %s', (text) => {
    expect(qrMatrix(text)).toEqual(peer(text));
  });

  it('rejects content that is too long for a code', () => {
    expect(qrMatrix('a'.repeat(LONGEST))).toHaveLength(177);
    expect(() => qrMatrix('a'.repeat(LONGEST + 1))).toThrow(RangeError);
  });
});

const peer = (text: string): number[][] =>
  encode(text, { ecc: 'L', boostEcc: false, border: 0 }).data.map((row) => row.map(Number));
