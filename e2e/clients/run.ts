/**
 * Reads from the bridge with clients in other languages while streams end, the server restarts and the network drops.
 * Prints a table of the messages that each client received. Exits with 1 if a client that kept reading lost a message,
 * or a trial failed.
 */
import { type Address, type Client, Trial, until } from './trial.ts';

/**
 * Milliseconds without a server or a network. Longer than the first delay of every client, so that the connection of
 * each client is refused.
 */
const GAP = 6_000;

const python = (file: string) => ['build/clients/python/bin/python', '-P', `e2e/clients/${file}`];
const node = (file: string) => [process.execPath, `e2e/clients/${file}`];

const CLIENTS: readonly Client[] = [
  { name: 'pytonconnect', command: python('pytonconnect.py'), sdk: true },
  { name: 'ton-connect', command: python('ton_connect.py'), sdk: true },
  { name: 'tonutils', command: python('tonutils.py'), sdk: true },
  { name: '@tonconnect/sdk', command: node('tonconnect-sdk.ts'), sdk: true },
  { name: 'eventsource', command: node('eventsource.ts'), sdk: false },
  { name: 'httpx-sse', command: python('httpx_sse.py'), sdk: false },
  { name: 'sseclient', command: python('sseclient.py'), sdk: false },
  { name: 'aiohttp-sse-client', command: python('aiohttp_sse_client.py'), sdk: false },
  { name: 'launchdarkly-eventsource', command: python('launchdarkly_eventsource.py'), sdk: false },
  { name: 'r3labs/sse', command: ['build/clients/r3labs_sse'], sdk: false },
];

interface Scenario {
  readonly name: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly holdsSocket?: boolean;
  readonly overWire?: boolean;
  run(trial: Trial): Promise<void>;
}

const pause = () => new Promise<void>((over) => setTimeout(over, GAP));
const streams = 'prichal_bridge_client_ids_per_stream_count';

/** A restart with messages right before and after it. */
async function restart(trial: Trial): Promise<void> {
  await trial.send(5);
  await trial.stopServer();
  await pause();
  await trial.startServer();
  await trial.send(5);
}

const SCENARIOS: readonly Scenario[] = [
  {
    name: 'streams end',
    settings: { PRICHAL_BRIDGE_LIFETIME: '1', PRICHAL_BRIDGE_LIFETIME_JITTER: '0' },
    async run(trial) {
      for (let round = 0; round < 3; round += 1) {
        const opened = await trial.metric(streams);
        await until(
          async () =>
            (await trial.metric('prichal_streams')) === 0 || (await trial.metric(streams)) > opened,
        );
        await trial.send(5);
        if (!(await trial.hasAll())) return;
      }
    },
  },
  { name: 'restart', run: restart },
  {
    name: 'restart, socket held',
    holdsSocket: true,
    run: restart,
  },
  {
    name: 'network dropped',
    overWire: true,
    async run(trial) {
      await trial.send(5);
      trial.dropNetwork();
      await trial.send(5);
      await pause();
      trial.connectNetwork();
      await trial.send(5);
    },
  },
];

const sockets: readonly Address[] = (process.env.CLIENT_SOCKETS ?? '').split(',').map((pair) => {
  const [socket = 0, port = 0] = pair.split(':').map(Number);
  return { port, socket };
});

async function read(client: Client, scenario: Scenario, socket?: Address): Promise<string> {
  const { settings = {}, holdsSocket = false, overWire = false } = scenario;
  if (holdsSocket && !socket) throw new Error('no socket in CLIENT_SOCKETS; run script/clients');
  const trial = await Trial.open(client, settings, holdsSocket ? socket : undefined);
  try {
    await trial.start(overWire);
    await scenario.run(trial);
    return await trial.verdict();
  } catch (error) {
    return `failed: ${error}`;
  } finally {
    await trial.stop();
  }
}

const selected = process.argv.slice(2);
for (const name of selected) {
  if (CLIENTS.every((client) => client.name !== name)) {
    const names = CLIENTS.map((client) => client.name).join(', ');
    throw new Error(`unknown client "${name}". Fix: use one of ${names}`);
  }
}
const clients = CLIENTS.filter(({ name }) => selected.length === 0 || selected.includes(name));
const table = clients.map(({ name }) => [`\`${name}\``]);
for (const scenario of SCENARIOS) {
  process.stderr.write(`${scenario.name}\n`);
  const verdicts = await Promise.all(
    clients.map((client, index) => read(client, scenario, sockets[index])),
  );
  for (const [index, verdict] of verdicts.entries()) table[index]?.push(verdict);
}
const row = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
row(['client', ...SCENARIOS.map(({ name }) => name)]);
row(['---', ...SCENARIOS.map(() => '---')]);
for (const cells of table) row(cells);
// Not exitCode: at a regular end Node 24.21 can loop forever in Environment::CleanupHandles().
process.exit(table.flat().some((verdict) => /^(lost|failed)/.test(verdict)) ? 1 : 0);
