import { resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, runnerImport } from 'vite';
import { THEME } from '../fixtures/native-client.ts';
import { startServer } from '../fixtures/server.ts';
import {
  contentType,
  readFolder,
  type StaticFile,
  type StaticServer,
  serveFiles,
} from '../fixtures/static-server.ts';

/**
 * Ours; the peer: an app like it on `@tma.js/sdk-react` and `@tonconnect/ui-react` (`peer/`); React
 * with one paragraph and nothing else; our own page as plain HTML, without any script.
 */
export const PAGES = ['ours', 'peer', 'react', 'html'] as const;
export type PageName = (typeof PAGES)[number];

/** What we take of app/src/theme/palette.ts. */
interface PaletteModule {
  paletteOf(theme: { params: object; isDark: boolean }): Record<string, Record<string, string>>;
}

const root = resolve(import.meta.dirname, '../..');

/** Both pages of others get what our own build has: the same React, the same targets. */
async function buildPage(folder: string, outDir: string): Promise<Map<string, Buffer>> {
  await build({
    root: resolve(import.meta.dirname, folder),
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    resolve: {
      // Above these folders an older React is installed, for the app in ../swap.
      alias: [
        { find: /^(react|react-dom)(?=$|\/)/, replacement: resolve(root, 'node_modules/$1') },
      ],
    },
    build: {
      target: ['chrome106', 'safari15.4', 'firefox115'],
      outDir,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
    },
  });
  return readFolder(outDir);
}

/** What the real server answers at home: the page with its configuration, and its header lines. */
async function answeredPage(): Promise<StaticFile> {
  const server = await startServer();
  const answer = await fetch(`${server.origin}/`);
  const headers = Object.fromEntries(answer.headers);
  const body = Buffer.from(await answer.arrayBuffer());
  await server.stop();
  // These belong to the connection, or to bytes that are packed anew.
  for (const name of ['connection', 'content-length', 'content-encoding', 'date', 'etag']) {
    delete headers[name];
  }
  return { body, headers };
}

/** The page without its scripts, and in its style sheet the colours that a script would have set. */
async function withoutScripts(files: ReadonlyMap<string, Buffer>): Promise<Map<string, Buffer>> {
  const palettePath = resolve(root, 'app/src/theme/palette.ts');
  const { module } = await runnerImport<PaletteModule>(palettePath, {
    configFile: false,
    logLevel: 'silent',
  });
  const surfaces = Object.entries(module.paletteOf({ params: THEME, isDark: false }));
  const colors = surfaces.flatMap(([surface, roles]) =>
    Object.entries(roles).map(([role, color]) => `--${surface}-${role}:${color};`),
  );
  const html = files.get('index.html')?.toString() ?? '';
  const page = html.replace(/<script\b.*?<\/script>\s*/gs, '');
  const [, style = ''] = /rel="stylesheet"[^>]* href="\/([^"]+)"/.exec(page) ?? [];
  return new Map([
    ['index.html', Buffer.from(page)],
    [style, Buffer.from(`${files.get(style)}:root{${colors.join('')}}`)],
    ['favicon.svg', files.get('favicon.svg') ?? Buffer.of()],
  ]);
}

const brotli = (content: Buffer): Buffer =>
  brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });

/** Every page gets the caching of our server, and brotli of the same effort. */
function packed(files: ReadonlyMap<string, Buffer>): Map<string, StaticFile> {
  const answers = new Map<string, StaticFile>();
  for (const [path, content] of files) {
    if (/\.(br|gz)$/.test(path)) continue;
    answers.set(`/${path}`, {
      body: brotli(content),
      headers: {
        'content-type': contentType(path),
        'content-encoding': 'br',
        'cache-control': path.startsWith('assets/')
          ? 'public, max-age=31536000, immutable'
          : 'no-cache',
      },
    });
  }
  return answers;
}

async function filesOf(name: PageName): Promise<Map<string, StaticFile>> {
  if (name === 'peer' || name === 'react') {
    return packed(await buildPage(name, resolve(root, `build/perf/${name}-page`)));
  }
  const ours = readFolder(resolve(root, 'build/web'));
  if (name === 'html') return packed(await withoutScripts(ours));
  const { body, headers } = await answeredPage();
  return packed(ours).set('/index.html', {
    body: brotli(body),
    headers: { ...headers, 'content-encoding': 'br' },
  });
}

/**
 * Serves one of the pages, all from the same small server: the real one cannot serve the peer, whose
 * widget writes style elements that our policy refuses. Needs `build/web`; ours also the real server,
 * whose answer at home it takes over.
 */
export async function servePage(name: PageName): Promise<StaticServer> {
  return serveFiles(await filesOf(name));
}
