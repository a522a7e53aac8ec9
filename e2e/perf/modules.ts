import { SourceMap } from 'node:module';
import type { Rolldown } from 'vite';

const BUNDLER = 'the bundler';

/** Returns the minified bytes of each source file in a chunk, from its source map. */
export function bytesByModule({ code, map }: Rolldown.OutputChunk): Map<string, number> {
  const bytes = new Map<string, number>();
  if (!map) return bytes;
  const sourceMap = new SourceMap({ ...map, file: map.file ?? '', sourceRoot: '' });
  for (const [line, text] of code.split('\n').entries()) {
    for (let column = 0; column < text.length; column += 1) {
      const entry = sourceMap.findEntry(line, column);
      // Code without an origin belongs to the bundler.
      const source = 'originalSource' in entry ? (entry.originalSource ?? BUNDLER) : BUNDLER;
      bytes.set(source, (bytes.get(source) ?? 0) + 1);
    }
  }
  return bytes;
}
