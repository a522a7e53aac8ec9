#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { startWalletServer } from './wallet-server.ts';

const HELP = `Usage: prichal-dev-wallet serve [--port N] [--host ADDRESS] [--bridge URL]

Starts a server for test wallets that any language controls over HTTP. Their keys are public, and they send
nothing to the chain.

  --port N         default: 8800; 0 selects a free port
  --host ADDRESS   default: 127.0.0.1; anyone who can reach it controls the wallets
  --bridge URL     bridge of the wallets; default: this server's own, at /bridge
`;

function fail(words: string): never {
  process.stderr.write(`prichal-dev-wallet: ${words}\n\n${HELP}`);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        port: { type: 'string', default: '8800' },
        host: { type: 'string', default: '127.0.0.1' },
        bridge: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

const { values, positionals } = readArguments();
if (values.help) process.stdout.write(HELP);
else if (positionals.length !== 1 || positionals[0] !== 'serve')
  fail(`unknown command ${JSON.stringify(positionals.join(' '))}: there is serve`);
else {
  const port = Number(values.port);
  if (!/^\d{1,5}$/.test(values.port) || port > 65_535)
    fail(`--port ${values.port} is no port: 0 to 65535`);
  if (values.bridge !== undefined && !/^https?:\/\//.test(values.bridge))
    fail(`--bridge ${values.bridge} is no http(s) address`);
  try {
    const server = await startWalletServer({
      port,
      host: values.host,
      bridgeUrl: values.bridge ?? null,
    });
    process.stdout.write(`listening on ${server.url}, bridge ${server.bridgeUrl}\n`);
    process.stdout.write('These wallets are for tests: their keys guard nothing.\n');
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => void server.stop().then(() => process.exit(0)));
  } catch (error) {
    process.stderr.write(`prichal-dev-wallet: ${String(error)}\n`);
    process.exitCode = 1;
  }
}
