/* Files that `prichal serve` needs next to the pages (site.web). */
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SiteConfig } from 'vitepress';
import { builtInWallets } from '../../../../script/vite/built-in-wallets.mjs';
import { describePagesIn } from '../../../../script/vite/describe-pages.mjs';
import { precompressIn } from '../../../../script/vite/precompress.mjs';
import { removeEmptyIcons } from './drawn-first.ts';
import { writeMarkdownCopies } from './markdown-copies.ts';

export async function finishBuild(config: SiteConfig): Promise<void> {
  // Only servers that render pages need the names of the client's chunks.
  rmSync(join(config.outDir, 'hashmap.json'), { force: true });
  removeEmptyIcons(config.outDir);
  // The logo and the manifest's picture are the mini app's.
  for (const name of ['favicon.svg', 'icon.png']) {
    copyFileSync(resolve(config.root, '../../app/public', name), join(config.outDir, name));
  }
  // Programs read these at a stable address.
  for (const name of ['openapi.yaml', 'asyncapi.yaml']) {
    copyFileSync(resolve(config.root, '../api', name), join(config.outDir, name));
  }
  writeMarkdownCopies(config);
  writeFileSync(join(config.outDir, 'wallets-v2.json'), JSON.stringify(await builtInWallets()));
  // The highest quality takes ten times as long and saves 3 %.
  precompressIn(config.outDir, { quality: 9 });
  describePagesIn(config.outDir);
}
