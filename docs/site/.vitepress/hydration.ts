/*
 * Hydration in pieces. Vue hydrates a whole page in one task: 60 to 100 ms on a computer and four times that on a
 * cheap phone, during which the page does not respond. This plugin makes components of the theme hydrate one by one
 * when the browser is idle (theme/hydrated-when-idle.ts).
 */
import { fileURLToPath } from 'node:url';
import type { UserConfig } from 'vitepress';

/**
 * Components of the theme that hydrate on their own. VPLocalNav and VPDocAside are not in the list: they must be
 * ready before the content, because they read its headings when it is mounted.
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

/** Plugin type of VitePress's Vite, which has another version than the other builds. */
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
      throw new Error(
        `the theme has no ${[...missing].join(', ')}. Fix: update PIECES in .vitepress/hydration.ts.`,
      );
    },
  };
}
