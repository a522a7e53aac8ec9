import { dirname, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { squeeze } from '../../script/vite/squeeze.mjs';
import { IN_A_BROWSER } from './in-a-browser.ts';

const MARKER = /<!-- inline: (\S+) -->/g;

/** Every client that can run the bundle supports this. The guard uses older syntax. */
const TARGET = 'es2021';

async function bundle(entry: string, conditions: string[]): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root: dirname(entry),
    publicDir: false,
    resolve: { conditions },
    // These scripts run in a window. Drops the code for other environments.
    define: IN_A_BROWSER,
    build: {
      write: false,
      target: TARGET,
      modulePreload: false,
      lib: { entry, formats: ['iife'], name: 'inline', fileName: 'inline' },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk === undefined) throw new Error(`The inline script ${entry} was not built`);
  const code = await squeeze(chunk.code.trim(), { ours: true });
  // `</script` inside a string would end the element.
  return code.replace(/<\/script/gi, '<\\/script');
}

/**
 * Vite plugin: bundles the scripts that a page names in `<!-- inline: path -->` comments and
 * inserts them as classic inline scripts. The server allows each by its hash.
 *
 * @param options `conditions` that resolve our packages.
 */
export function inlineScripts({ conditions }: { conditions: string[] }): Plugin {
  let root = '';
  return {
    name: 'prichal:inline-scripts',
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const scripts = new Map<string, string>();
        for (const [, path = ''] of html.matchAll(MARKER)) {
          scripts.set(path, await bundle(resolve(root, path), conditions));
        }
        return html.replace(MARKER, (_, path: string) => `<script>${scripts.get(path)}</script>`);
      },
    },
  };
}
