import type { Plugin } from 'vite';

/**
 * Vite plugin: writes into the page which files hold the code of which route, in addition to the
 * main bundle. The server preloads those of the requested path; the head preloads those of a start
 * parameter.
 */
export function pagePreloads(pages: Readonly<Record<string, string>>, everywhere: string): Plugin {
  return {
    name: 'prichal:page-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const filesOf = (module: string) => {
          for (const chunk of Object.values(bundle)) {
            if (chunk.type !== 'chunk' || !chunk.moduleIds.some((id) => id.endsWith(module)))
              continue;
            // The page already loads the files that it names.
            const files = [chunk.fileName, ...chunk.imports];
            const styles = files.flatMap((file) => {
              const each = bundle[file];
              return each?.type === 'chunk' ? [...(each.viteMetadata?.importedCss ?? [])] : [];
            });
            return [...files, ...styles]
              .map((file) => `/${file}`)
              .filter((file) => !html.includes(`"${file}"`));
          }
          throw new Error(`The build has no chunk for ${module}`);
        };
        const files = Object.fromEntries(
          Object.entries({ ...pages, '*': everywhere }).map(([path, module]) => [
            path,
            filesOf(module),
          ]),
        );
        const script = `<script type="application/json" id="page-files">${JSON.stringify(files)}</script>`;
        return html.replace('<!-- page files -->', script);
      },
    },
  };
}
