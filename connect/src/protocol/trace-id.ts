/**
 * An id for the events of one connection: a UUID of version 7, as the SDK's are (RFC 9562: 48 bits of
 * milliseconds, then random ones).
 */
export function newTraceId(): string {
  let hex = Date.now().toString(16).padStart(12, '0');
  for (const byte of crypto.getRandomValues(new Uint8Array(10))) {
    hex += byte.toString(16).padStart(2, '0');
  }
  return hex.replace(/(.{8})(.{4}).(.{3}).(.{3})(.{12})/, '$1-$2-7$3-8$4-$5');
}
