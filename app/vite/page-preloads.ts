import type { Plugin } from 'vite';

/**
 * Vite plugin: tells the page which files hold the code of which route, so that the head can ask
 * for the wanted one together with the main bundle instead of after it.
 */
export function pagePreloads(pages: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'prichal:page-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files: Record<string, string> = {};
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || !chunk.facadeModuleId) continue;
          for (const [path, module] of Object.entries(pages)) {
            if (chunk.facadeModuleId.endsWith(module)) files[path] = `/${chunk.fileName}`;
          }
        }
        const script = `<script type="application/json" id="page-files">${JSON.stringify(files)}</script>`;
        return html.replace('<!-- page files -->', script);
      },
    },
  };
}
