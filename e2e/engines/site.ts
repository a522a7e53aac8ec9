import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Server, startServer } from '../fixtures/server.ts';

/** Path to which pages report their errors. */
const ERRORS = '/e2e/errors';
/** Path of the reporting script, the first of every page. */
const WATCH = '/e2e/watch.js';
/** An empty page of the same origin. */
const BLANK = '/e2e/blank';

/**
 * Reports every error at once, before other scripts run, because no driver reports all of them.
 * Runs in the page, so it must be self-contained.
 */
function watch(address: string): void {
  const tell = (what: unknown): void => {
    const request = new XMLHttpRequest();
    request.open('POST', address, false);
    request.send(`${location.pathname}${location.search}: ${what}`);
  };
  // WebKit and Firefox report a file as failed if its page unloads before it arrives.
  let leaves = false;
  addEventListener('beforeunload', () => {
    leaves = true;
  });
  addEventListener(
    'error',
    ({ target, message }) => {
      if (target instanceof Element) {
        if (leaves) return;
        const file = target.getAttribute('src') ?? target.getAttribute('href') ?? '';
        if (new URL(file, location.href).origin === location.origin) tell(`${file} did not load`);
      } else tell(message);
    },
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) => tell(`unhandled: ${reason}`));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    tell(`${violatedDirective} forbids ${blockedURI}`),
  );
  const { error } = console;
  console.error = (...words: unknown[]) => {
    tell(words.join(' '));
    error(...words);
  };
}

/** The real binary behind a proxy that fails the requests that a test selects. */
export interface Site {
  /** Without a trailing slash. */
  readonly origin: string;
  /** Origin of the binary itself, without faults and error reports. */
  readonly binary: string;
  /** Address of an empty page of the proxy's origin. */
  readonly blank: string;
  /** Errors of the pages, oldest first, each with its page. Returns and clears them. */
  takeErrors(): string[];
  /**
   * Answers matching paths with 503, `times` times or until {@link heal}.
   * @returns the paths refused so far
   */
  lose(path: RegExp, times?: number): readonly string[];
  heal(): void;
  stop(): Promise<void>;
}

/** Starts the binary, and the proxy on a free loopback port. */
export async function startSite(): Promise<Site> {
  const server = await startServer();
  const lost: { path: RegExp; times: number; refused: string[] }[] = [];
  let errors: string[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === ERRORS) {
      errors.push(await text(request));
      response.writeHead(204).end();
      return;
    }
    if (pathname === WATCH) {
      response.writeHead(200, { 'content-type': 'text/javascript' });
      response.end(`(${watch})(${JSON.stringify(ERRORS)})`);
      return;
    }
    if (pathname === BLANK) {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>Blank</title><body>');
      return;
    }
    const loss = lost.find(({ path, times }) => times > 0 && path.test(pathname));
    if (loss) {
      loss.times -= 1;
      loss.refused.push(pathname);
      response.writeHead(503, { 'cache-control': 'no-store' }).end();
      return;
    }
    pass(server, request, response);
  }

  const proxy = createServer((request, response) => void answer(request, response));
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    binary: server.origin,
    blank: `http://127.0.0.1:${port}${BLANK}`,
    takeErrors() {
      const taken = errors;
      errors = [];
      return taken;
    },
    lose(path, times = Number.POSITIVE_INFINITY) {
      const refused: string[] = [];
      lost.push({ path, times, refused });
      return refused;
    },
    heal() {
      lost.length = 0;
    },
    async stop() {
      proxy.close();
      proxy.closeAllConnections();
      await server.stop();
    },
  };
}

/** Forwards a request, and inserts the reporting script at the start of pages. */
function pass(server: Server, request: IncomingMessage, response: ServerResponse): void {
  const { 'accept-encoding': _, ...headers } = request.headers;
  const passed = send(
    `${server.origin}${request.url}`,
    { method: request.method, headers },
    (answer) => {
      const { 'content-length': length, ...rest } = answer.headers;
      if (rest['content-type']?.startsWith('text/html') !== true) {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        return;
      }
      response.writeHead(answer.statusCode ?? 502, rest);
      void text(answer).then((page) =>
        response.end(page.replace('<head>', `<head><script src="${WATCH}"></script>`)),
      );
    },
  );
  passed.on('error', () => response.destroy());
  response.on('close', () => passed.destroy());
  request.pipe(passed);
}
