import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defaultClientConditions, type Rolldown } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
const installed = (name: string): string => resolve(here, '../../node_modules', name);

/** A compressed file of a build. */
export interface Part {
  name: string;
  gzip: number;
  bytes: number;
  css: boolean;
  /** Whether the page needs it before a press. */
  first: boolean;
  /** Source files in it. */
  modules: readonly string[];
}

export interface Bundle {
  parts: readonly Part[];
  chunks: readonly Rolldown.OutputChunk[];
}

/** Returns the gzip size at the highest level. */
export const gzip = (content: string | Uint8Array): number =>
  gzipSync(content, { level: constants.Z_BEST_COMPRESSION }).length;

interface Choice {
  /** A file of `minimal/`. */
  entry: 'react' | 'widget' | 'session' | 'sdk' | 'lazy-sdk' | 'telegram';
  /**
   * Package behind `@tonconnect/ui-react`: our published build, our source, or the package itself.
   */
  widget?: 'published' | 'source' | 'peer';
}

/** Builds a minimal app in memory, as a common host would. */
export async function bundle({ entry, widget = 'peer' }: Choice): Promise<Bundle> {
  const result = await build({
    root: here,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    resolve: {
      conditions: [...(widget === 'source' ? ['prichal-source'] : []), ...defaultClientConditions],
      alias: [
        // One React for all. An older one, for the app in ../swap, is installed next to this
        // folder.
        { find: /^(react|react-dom)(?=$|\/)/, replacement: installed('$1') },
        ...(widget === 'peer'
          ? []
          : [{ find: /^@tonconnect\/ui-react$/, replacement: '@prichal/connect' }]),
      ],
    },
    build: {
      write: false,
      sourcemap: widget === 'source',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: resolve(here, `minimal/${entry}.tsx`) },
    },
  });
  if (!('output' in result)) throw new Error('one build was expected');
  return partsOf(result.output);
}

function partsOf(output: Rolldown.RolldownOutput['output']): Bundle {
  const chunks = output.filter((each) => each.type === 'chunk');
  const first = new Set<string>();
  const need = (name: string): void => {
    const chunk = chunks.find(({ fileName }) => fileName === name);
    if (!chunk || first.has(name)) return;
    first.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) first.add(style);
    chunk.imports.forEach(need);
  };
  for (const chunk of chunks) if (chunk.isEntry) need(chunk.fileName);

  const parts = output
    .filter(({ fileName }) => /\.(js|css)$/.test(fileName))
    .map((each) => {
      const content = each.type === 'chunk' ? each.code : each.source;
      return {
        name: each.fileName.replace(/^assets\//, ''),
        gzip: gzip(content),
        bytes: Buffer.byteLength(content),
        css: each.fileName.endsWith('.css'),
        first: first.has(each.fileName),
        modules: each.type === 'chunk' ? each.moduleIds : [],
      };
    });
  return { parts, chunks };
}
