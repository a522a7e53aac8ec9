import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Server, startServer } from '../fixtures/server.ts';
import { Wire } from './wire.ts';

/** The real binary with one data folder, again and again, behind a wire that stays. */
export class DurableBridge {
  readonly wire: Wire;
  readonly #folder: string;
  #server: Server;

  static async start(): Promise<DurableBridge> {
    const folder = await mkdtemp(join(tmpdir(), 'prichal-bridge-'));
    const wire = await Wire.open();
    const bridge = new DurableBridge(wire, folder, await startServer(['--data', folder]));
    wire.leadTo(bridge.#server.origin);
    return bridge;
  }

  private constructor(wire: Wire, folder: string, server: Server) {
    this.wire = wire;
    this.#folder = folder;
    this.#server = server;
  }

  /** The bridge's URL for clients. */
  get url(): string {
    return `${this.wire.origin}/bridge`;
  }

  /** What the server counts, by the metric's name; without labels. */
  async metric(name: string): Promise<number> {
    const metrics = await (await fetch(`${this.#server.admin}/metrics`)).text();
    const line = metrics.split('\n').find((text) => text.startsWith(`${name} `));
    if (!line) throw new Error(`no metric ${name}`);
    return Number(line.slice(name.length + 1));
  }

  /** Ends it as an operator does (the exit code), or as a power switch does. */
  stop(how: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    return this.#server.stop(how);
  }

  async startAgain(): Promise<void> {
    this.#server = await startServer(['--data', this.#folder]);
    this.wire.leadTo(this.#server.origin);
  }

  async close(): Promise<void> {
    await this.#server.stop();
    await this.wire.close();
    await rm(this.#folder, { recursive: true });
  }
}
