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
 * The measured pages: ours; a similar app with `@tma.js/sdk-react` and `@tonconnect/ui-react`
 * (`peer/`); React with one paragraph; and our own page as plain HTML without scripts, with its
 * style sheet in a file or all in one file.
 */
export const PAGES = ['ours', 'peer', 'react', 'html', 'onefile'] as const;
export type PageName = (typeof PAGES)[number];

/** Colours of the launch's theme: the three grounds, and one set of the other colours. */
const COLORS = Object.entries({ page: '#efeff4', card: '#ffffff', bar: '#f2f2f2' })
  .flatMap(([surface, ground]) => [
    `--${surface}-ground:${ground}`,
    ...['text:#000000', 'muted:#63636a', 'accent:#a04414', 'wash:#f3e9e3', 'line:#d8d8dc'].map(
      (role) => `--${surface}-${role}`,
    ),
  ])
  .join(';');

const root = resolve(import.meta.dirname, '../..');

/** Builds a page of others like our own: with the same React and the same targets. */
async function buildPage(folder: string, outDir: string): Promise<Map<string, Buffer>> {
  await build({
    root: resolve(import.meta.dirname, folder),
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    resolve: {
      // An older React, for the app in ../swap, is installed above these folders.
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

/**
 * Returns the real server's answer for the home page: the page with its configuration, and its
 * headers.
 */
async function answeredPage(): Promise<StaticFile> {
  const server = await startServer();
  const answer = await fetch(`${server.origin}/`);
  const headers = Object.fromEntries(answer.headers);
  const body = Buffer.from(await answer.arrayBuffer());
  await server.stop();
  // These headers belong to the connection, or to bytes that are compressed again.
  for (const name of ['connection', 'content-length', 'content-encoding', 'date', 'etag']) {
    delete headers[name];
  }
  return { body, headers };
}

/** Returns our page without its scripts, in the colours that a script would have set. */
function withoutScripts(files: ReadonlyMap<string, Buffer>): string {
  const html = files.get('index.html')?.toString() ?? '';
  return html
    .replace(/<script\b.*?<\/script>\s*/gs, '')
    .replace('<html', '<html data-whole=""')
    .replace('</style>', `:root{${COLORS}}</style>`);
}

/** Returns the same page with its style sheet in a separate file, as is common. */
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

/** Serves every page with the caching of our server, and with brotli at the same level. */
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
 * Serves one of the pages, all from the same small server. The real server cannot serve the other
 * app, whose widget writes style elements that our policy blocks. Needs `build/web`. Our page also
 * needs the real server, whose answer it copies.
 */
export async function servePage(name: PageName): Promise<StaticServer> {
  return serveFiles(await filesOf(name));
}
