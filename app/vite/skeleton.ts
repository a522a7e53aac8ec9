import { resolve } from 'node:path';
import { type Plugin, runnerImport } from 'vite';

type Skeleton = typeof import('../src/start/skeleton');

/**
 * Vite plugin: renders the shell and the fallback screen into the page, from the components that
 * the app renders later, so that the two cannot differ.
 *
 * @param options `conditions` that resolve our packages.
 */
export function skeleton({ conditions }: { conditions: string[] }): Plugin {
  let root = '';
  return {
    name: 'prichal:skeleton',
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const { module } = await runnerImport<Skeleton>(resolve(root, 'src/start/skeleton.tsx'), {
          configFile: false,
          logLevel: 'silent',
          environments: { inline: { resolve: { conditions, noExternal: [/^@prichal\//] } } },
        });
        return html
          .replace('<!-- skeleton -->', () => module.skeletonHtml())
          .replace('<!-- pages -->', () => module.pagesHtml())
          .replace('<!-- fallback -->', () => module.fallbackHtml());
      },
    },
  };
}
