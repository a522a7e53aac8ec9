import type { IncomingMessage } from 'node:http';

/**
 * Reads the body of a request as text. Returns null if it has more than `most` bytes, and does not
 * read the rest.
 */
export async function readBody(request: IncomingMessage, most: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > most) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
