import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answers } from '../contract/answers.ts';
import { type Server, startServer, whenReady } from '../fixtures/server.ts';
import { startValkey, type Valkey } from '../fixtures/valkey.ts';
import { Wire } from './wire.ts';

/** One process with a file, or two instances on one Valkey server behind a balancer. */
export type Deployment = 'one' | 'two';

/** The real binary behind a network. Restarts keep the stored data and the address. */
export class DurableBridge {
  readonly wire: Wire;
  readonly #folder: string;
  readonly #valkey: Valkey | null;
  /** The running servers. */
  #servers: Server[] = [];

  static async start(deployment: Deployment): Promise<DurableBridge> {
    const folder = await mkdtemp(join(tmpdir(), 'prichal-bridge-'));
    const valkey = deployment === 'two' ? await startValkey() : null;
    const bridge = new DurableBridge(await Wire.open(), folder, valkey);
    answers.watch(bridge.wire.origin, 'site');
    for (let count = valkey ? 2 : 1; count > 0; count -= 1) await bridge.startAgain();
    return bridge;
  }

  private constructor(wire: Wire, folder: string, valkey: Valkey | null) {
    this.wire = wire;
    this.#folder = folder;
    this.#valkey = valkey;
  }

  /** URL of the bridge for clients. */
  get url(): string {
    return `${this.wire.origin}/bridge`;
  }

  /** Returns the sum of a metric over the servers, by its name without labels. */
  async metric(name: string): Promise<number> {
    let sum = 0;
    for (const { admin } of this.#servers) {
      const metrics = await (await fetch(`${admin}/metrics`)).text();
      const line = metrics.split('\n').find((text) => text.startsWith(`${name} `));
      if (!line) throw new Error(`no metric ${name}`);
      sum += Number(line.slice(name.length + 1));
    }
    return sum;
  }

  /**
   * Stops the server: with SIGTERM as operators do (returns the exit code), or with SIGKILL, like a
   * power failure. Stops two instances in turn, so that no stream survives. The first one is back
   * before the second one stops.
   */
  async stop(how: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    if (this.#valkey) {
      await this.#servers.shift()?.stop(how);
      await this.startAgain();
    }
    const last = this.#servers.shift();
    return last ? last.stop(how) : null;
  }

  async startAgain(): Promise<void> {
    const server = await startServer(['--data', this.#folder], this.#valkey?.settings);
    this.#servers.push(server);
    await whenReady(server);
    this.wire.leadTo(...this.#servers.map(({ origin }) => origin));
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop()));
    answers.forget(this.wire.origin);
    await this.wire.close();
    await this.#valkey?.stop();
    await rm(this.#folder, { recursive: true });
  }
}
