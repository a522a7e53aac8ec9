const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Returns bytes, or a text in UTF-8, as standard base64 with padding. */
export function encodeBase64(value: Uint8Array | string): string {
  let binary = '';
  for (const byte of typeof value === 'string' ? new TextEncoder().encode(value) : value) {
    binary += String.fromCharCode(byte);
  }
  return btoa(binary);
}

/**
 * Returns the bytes of standard base64.
 * @throws TypeError if `text` has other characters or lacks padding.
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  if (!BASE64.test(text)) throw new TypeError('malformed base64');
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** Whether `text` is standard base64 with padding. */
export const isBase64 = (text: string): boolean => BASE64.test(text);
