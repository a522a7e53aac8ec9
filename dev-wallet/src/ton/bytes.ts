/** Encodes fixed-width numbers as bytes: ton_proof is little endian, sign-data is big endian. */
export function uint32(value: number, order: 'little' | 'big'): Buffer {
  const bytes = Buffer.alloc(4);
  if (order === 'little') bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
}

export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

export function uint64(value: number, order: 'little' | 'big'): Buffer {
  const bytes = Buffer.alloc(8);
  const low = value >>> 0;
  const high = Math.floor(value / 2 ** 32);
  if (order === 'little') {
    bytes.writeUInt32LE(low, 0);
    bytes.writeUInt32LE(high, 4);
  } else {
    bytes.writeUInt32BE(high, 0);
    bytes.writeUInt32BE(low, 4);
  }
  return bytes;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** Decodes base64 in either alphabet. Null if the text is not base64. */
export function fromBase64(text: string): Buffer | null {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/');
  return BASE64.test(standard) ? Buffer.from(standard, 'base64') : null;
}
