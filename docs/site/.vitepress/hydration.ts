/*
 * A page is readable before its scripts run; they make it answer to fingers. Vue does that for the whole page in
 * one task, 60 to 100 ms on a computer and four times that on a cheap phone, in which nothing else answers. Here
 * it is done piece by piece, as the browser finds time (theme/hydrated-when-idle.ts).
 */
import { fileURLToPath } from 'node:url';
import type { UserConfig } from 'vitepress';

/**
 * The theme's components that wait for their turn. Not among them: VPLocalNav and VPDocAside, which read the
 * headings when the page's content is mounted, and have to be there before.
 */
const PIECES = [
  'VPNav',
  'VPNavBarMenu',
  'VPNavBarSearch',
  'VPNavBarExtra',
  'VPSidebar',
  'VPSidebarItem',
  'VPContent',
  'VPDocFooter',
  'VPFooter',
];

const PREFIX = '\0hydrated-when-idle:';
const STRATEGY = fileURLToPath(new URL('./theme/hydrated-when-idle.ts', import.meta.url));

/** Of the Vite that VitePress brings, which is not the one of the other builds. */
type Plugin = NonNullable<NonNullable<UserConfig['vite']>['plugins']>[number];

export function hydrationInPieces(): Plugin {
  const missing = new Set(PIECES);
  return {
    name: 'hydration-in-pieces',
    enforce: 'pre',
    apply: 'build',
    async resolveId(source, importer) {
      const name = /\/(\w+)\.vue$/.exec(source)?.[1] ?? '';
      if (!PIECES.includes(name) || !importer?.includes('/theme-default/')) return null;
      if (importer.startsWith(PREFIX)) return null;
      const component = await this.resolve(source, importer, { skipSelf: true });
      if (!component) return null;
      missing.delete(name);
      return PREFIX + component.id;
    },
    load(id) {
      if (!id.startsWith(PREFIX)) return null;
      return `import { hydratedWhenIdle } from ${JSON.stringify(STRATEGY)};
import component from ${JSON.stringify(id.slice(PREFIX.length))};
export default hydratedWhenIdle(component);`;
    },
    buildEnd(error) {
      if (error || missing.size === 0) return;
      throw new Error(`the theme has no ${[...missing].join(', ')} any more: see hydration.ts`);
    },
  };
}
