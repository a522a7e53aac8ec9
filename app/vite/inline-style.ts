import { resolve } from 'node:path';
import { build, type Plugin } from 'vite';

const MARKER = /<!-- style: (\S+) -->/;

async function bundle(entry: string, target: string[]): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    build: { write: false, target, rolldownOptions: { input: entry } },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const files = output && 'output' in output ? output.output : [];
  const sheet = files.find(({ fileName }) => fileName.endsWith('.css'));
  if (sheet?.type !== 'asset') throw new Error(`The style sheet ${entry} was not built`);
  return String(sheet.source).trim();
}

/**
 * Vite plugin: inserts the style sheet that a page names in a `<!-- style: path -->` comment, so
 * that the first paint needs no second request. The server allows it by its hash.
 *
 * @param options `target` of the build, to which newer syntax is lowered.
 */
export function inlineStyle({ target }: { target: string[] }): Plugin {
  let root = '';
  return {
    name: 'prichal:inline-style',
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const path = MARKER.exec(html)?.[1];
        if (path === undefined) return html;
        const css = await bundle(resolve(root, path), target);
        return html.replace(MARKER, () => `<style>${css}</style>`);
      },
    },
  };
}
