import { resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
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
 * with one paragraph and nothing else; our own page as plain HTML, without any script, once as such a
 * page is usually written, with its style sheet in a file, and once all in one file.
 */
export const PAGES = ['ours', 'peer', 'react', 'html', 'onefile'] as const;
export type PageName = (typeof PAGES)[number];

/** Of the launch's theme: the three grounds, and one set of the rest for all. */
const COLORS = Object.entries({ page: '#efeff4', card: '#ffffff', bar: '#f2f2f2' })
  .flatMap(([surface, ground]) => [
    `--${surface}-ground:${ground}`,
    ...['text:#000000', 'muted:#63636a', 'accent:#a04414', 'wash:#f3e9e3', 'line:#d8d8dc'].map(
      (role) => `--${surface}-${role}`,
    ),
  ])
  .join(';');

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

/** Our page without its scripts, in the colours that a script would have set. */
function withoutScripts(files: ReadonlyMap<string, Buffer>): string {
  const html = files.get('index.html')?.toString() ?? '';
  return html
    .replace(/<script\b.*?<\/script>\s*/gs, '')
    .replace('<html', '<html data-whole=""')
    .replace('</style>', `:root{${COLORS}}</style>`);
}

/** The same as it is usually written: with the style sheet in a file of its own. */
function withLinkedStyle(page: string): Map<string, string> {
  const [element = '', css = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
  if (css === '') throw new Error('build/web/index.html has no style: is it of another version?');
  const linked = page.replace(element, '<link rel="stylesheet" href="/assets/page.css" />');
  return new Map([
    ['index.html', linked],
    ['assets/page.css', css],
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
function packed(files: ReadonlyMap<string, Buffer | string>): Map<string, StaticFile> {
  const answers = new Map<string, StaticFile>();
  for (const [path, content] of files) {
    if (/\.(br|gz)$/.test(path)) continue;
    answers.set(`/${path}`, {
      body: brotli(Buffer.from(content)),
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
  if (name === 'html' || name === 'onefile') {
    const page = withoutScripts(ours);
    const files = name === 'html' ? withLinkedStyle(page) : new Map([['index.html', page]]);
    return packed(new Map([...files, ['favicon.svg', ours.get('favicon.svg') ?? '']]));
  }
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
