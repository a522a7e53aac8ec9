import type { Plugin } from 'vite';

/**
 * Vite plugin: tells the page which files hold the code of which route, beside the main bundle. The
 * server asks for them with the page's answer, by the path; the head asks for those that a start
 * parameter wants.
 */
export function pagePreloads(pages: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'prichal:page-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files: Record<string, string[]> = {};
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || !chunk.facadeModuleId) continue;
          const needed = [chunk.fileName, ...chunk.imports].map((file) => `/${file}`);
          for (const [path, module] of Object.entries(pages)) {
            if (!chunk.facadeModuleId.endsWith(module)) continue;
            // What the page names itself is on its way already.
            files[path] = needed.filter((file) => !html.includes(`"${file}"`));
          }
        }
        const script = `<script type="application/json" id="page-files">${JSON.stringify(files)}</script>`;
        return html.replace('<!-- page files -->', script);
      },
    },
  };
}
