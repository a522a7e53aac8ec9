import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DevWallet } from '../dev-wallet.ts';
import { answerAsBridge } from '../local-bridge/bridge-requests.ts';
import { Mailboxes } from '../local-bridge/mailboxes.ts';
import { readBody } from '../local-bridge/read-body.ts';
import { control, type Reply } from './control.ts';
import { Problem } from './problem.ts';
import { Wallets } from './wallets.ts';

const MOST_BYTES = 1_048_576;

export type WalletServer = {
  /** Without a trailing slash. */
  readonly url: string;
  readonly bridgeUrl: string;
  stop(): Promise<void>;
};

export type WalletServerOptions = {
  /** 0 selects a free port. */
  port?: number;
  /** Default: loopback. Anyone who can reach it controls the wallets. */
  host?: string;
  /** Bridge of the wallets. Default: the server's own, at /bridge. */
  bridgeUrl?: string | null;
};

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i;

/**
 * Rejects requests from web pages. Only programs may control wallets, not a page that the developer
 * visits.
 */
function checkCaller({ headers }: IncomingMessage, isLocal: boolean): void {
  if (headers.origin !== undefined)
    throw new Problem(403, 'pages do not drive wallets: the request has an Origin');
  if (isLocal && !LOOPBACK.test(headers.host ?? ''))
    throw new Problem(403, `Host ${JSON.stringify(headers.host)} is not this machine`);
}

async function jsonBody(request: IncomingMessage): Promise<unknown> {
  const body = await readBody(request, MOST_BYTES);
  if (body === null) throw new Problem(413, `the body has more than ${MOST_BYTES} bytes`);
  if (body === '') return undefined;
  try {
    return JSON.parse(body);
  } catch {
    throw new Problem(400, 'the body is not JSON');
  }
}

function send(response: ServerResponse, { status, body }: Reply): void {
  if (body === undefined) {
    response.writeHead(status).end();
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

/**
 * Starts an HTTP server that controls wallets, for use from any language (README, “In other
 * languages”).
 */
export async function startWalletServer({
  port = 0,
  host = '127.0.0.1',
  bridgeUrl = null,
}: WalletServerOptions = {}): Promise<WalletServer> {
  const mailboxes = new Mailboxes();
  const isLocal = LOOPBACK.test(host.includes(':') ? `[${host}]` : host);
  let wallets = new Wallets('');
  let list: unknown = [];

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (bridgeUrl === null && (await answerAsBridge(mailboxes, '/bridge', request, response)))
      return;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://wallets.invalid');
    if (pathname === '/wallets-v2.json') {
      response.setHeader('access-control-allow-origin', '*');
      return send(response, { status: 200, body: list });
    }
    try {
      checkCaller(request, isLocal);
      const asked = { query: searchParams, body: await jsonBody(request) };
      send(response, await control(wallets, request.method ?? 'GET', pathname, asked));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      send(response, { status: error.status, body: { error: error.message } });
    }
  };
  const server = createServer((request, response) => {
    // The client has disconnected, or this server has a bug. Other requests must continue in both cases.
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(port, host);
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const url = `http://${shown.includes(':') ? `[${shown}]` : shown}:${taken}`;
  const bridge = bridgeUrl ?? `${url}/bridge`;
  wallets = new Wallets(bridge);
  list = [new DevWallet({ bridgeUrl: bridge }).listEntry];
  return {
    url,
    bridgeUrl: bridge,
    async stop() {
      wallets.close();
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}
