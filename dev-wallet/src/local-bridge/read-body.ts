import type { IncomingMessage } from 'node:http';

/** The body of a request as text; null when it has more than `most` bytes: the rest is then not read. */
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
