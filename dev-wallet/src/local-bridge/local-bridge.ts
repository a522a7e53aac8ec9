import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerAsBridge } from './bridge-requests.ts';
import { Mailboxes } from './mailboxes.ts';

const BASE = '/bridge';

/**
 * A bridge in this process, for tests that must not use the network. It keeps messages in memory.
 */
export type LocalBridge = {
  /** Bridge `url` for wallets lists. */
  readonly url: string;
  /** Cuts every connection and accepts none until `mend`. Accepted messages are kept. */
  cut(): void;
  mend(): void;
  stop(): Promise<void>;
};

/** Starts a bridge on loopback. `port` 0 selects a free port. */
export async function startBridge({
  port = 0,
  host = '127.0.0.1',
}: {
  port?: number;
  host?: string;
} = {}): Promise<LocalBridge> {
  const mailboxes = new Mailboxes();
  let cut = false;
  const server = createServer((request, response) => {
    answerAsBridge(mailboxes, BASE, request, response)
      .then((answered) => {
        if (!answered) response.writeHead(404).end();
      })
      // The client disconnected during its request.
      .catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    if (cut) socket.destroy();
  });
  server.listen(port, host);
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}${BASE}`,
    cut() {
      cut = true;
      server.closeAllConnections();
    },
    mend() {
      cut = false;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}
