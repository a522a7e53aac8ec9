import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { holdPort } from '../fixtures/held-port.ts';
import { type Block, readPage } from './blocks.ts';

const root = resolve(import.meta.dirname, '../..');

/** Ports in the pages. Each reader uses free ports instead, so that tests can run in parallel. */
const PORTS = [3000, 4173, 5173, 8000, 8080, 9103];

async function holdPorts(): Promise<ReadonlyMap<number, number>> {
  return new Map(await Promise.all(PORTS.map(async (port) => [port, await holdPort()] as const)));
}

/** Pattern of an output block: each `…` matches any text. */
function asWritten(expected: string, whole: boolean): RegExp {
  const parts = expected
    .trim()
    .split('…')
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const pattern = parts.join('[\\s\\S]*?');
  return new RegExp(whole ? `^\\s*${pattern}\\s*$` : pattern);
}

/** Removes terminal colours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with a control character
const plain = (text: string) => text.replaceAll(/\u001b\[[\d;]*m/g, '');

/** A command that keeps running. */
class Service {
  readonly #child: ChildProcess;
  readonly #what: string;
  #said = '';

  constructor(what: string, child: ChildProcess) {
    this.#what = what;
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#said += plain(text);
      });
  }

  /** Waits until the command has printed a text. @throws if it exits first, or after 60 seconds */
  async says(expected: string): Promise<void> {
    const pattern = asWritten(expected, false);
    const patience = Date.now() + 60_000;
    while (!pattern.test(this.#said)) {
      const over = this.#child.exitCode !== null ? 'ended' : Date.now() > patience && 'still runs';
      if (over)
        throw new Error(`${this.#what}\n${over}. Printed:\n${this.#said}\nExpected:\n${expected}`);
      await new Promise((again) => setTimeout(again, 20));
    }
  }

  async stop(): Promise<void> {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    // The process group: the shell and its children.
    process.kill(-pid, 'SIGTERM');
    await exited;
  }
}

/**
 * Follows a page from top to end in an empty folder. Writes the files, runs the commands in one shell session, which
 * keeps variables and the working folder, and compares the output with the page.
 */
export class Reader {
  readonly folder = mkdtempSync(join(tmpdir(), 'prichal-reader-'));
  readonly #environment: NodeJS.ProcessEnv;
  readonly #services: Service[] = [];
  readonly #ports: ReadonlyMap<number, number>;
  readonly #state: string;

  private constructor(registry: string, ports: ReadonlyMap<number, number>) {
    this.#ports = ports;
    const home = join(this.folder, '.home');
    mkdirSync(home);
    this.#state = join(home, 'shell');
    const work = join(this.folder, 'work');
    mkdirSync(work);
    writeFileSync(this.#state, `cd '${work}'\n`);
    const ours = Object.entries(process.env).filter(
      ([name]) => !/^(npm_|PRICHAL_|INIT_CWD)/i.test(name),
    );
    this.#environment = {
      ...Object.fromEntries(ours),
      HOME: home,
      npm_config_registry: registry,
      npm_config_cache: join(home, 'npm'),
      npm_config_update_notifier: 'false',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      // The answer to npm's question before it runs a package.
      npm_config_yes: 'true',
      // Defaults of the server that the pages do not repeat.
      PRICHAL_SERVER_LISTEN: `127.0.0.1:${ports.get(8080)}`,
      PRICHAL_SERVER_ADMIN: `127.0.0.1:${ports.get(9103)}`,
      // Port of the tests of a created app.
      PORT: String(ports.get(4173)),
    };
  }

  /** @param registry URL of the npm registry */
  static async begin(registry: string): Promise<Reader> {
    return new Reader(registry, await holdPorts());
  }

  /** Returns the absolute path of a file that the page has created. */
  path(name: string): string {
    return join(this.folder, 'work', name);
  }

  /** Returns the port that replaces a port of the page. */
  port(written: number): number {
    return this.#ports.get(written) ?? written;
  }

  /** Follows a page. @param path below docs/site. @throws with page and line of the first difference */
  async read(path: string): Promise<void> {
    let printed: string | Service = '';
    for (const block of readPage(path)) {
      try {
        printed = await this.#follow(block, printed);
      } catch (error) {
        throw new Error(`docs/site/${path}:${block.line}: ${(error as Error).message}`);
      }
    }
  }

  async #follow(block: Block, printed: string | Service): Promise<string | Service> {
    const text = this.#withPorts(block.text);
    switch (block.kind) {
      case 'run':
        return this.#run(text);
      case 'serve':
        return this.#serve(text);
      case 'output':
        if (printed instanceof Service) await printed.says(text);
        else if (!asWritten(text, true).test(printed))
          throw new Error(`expected output:\n${text}\nactual output:\n${printed}`);
        return printed;
      case 'file':
        await this.#run(
          `mkdir -p "$(dirname "${block.label}")"\ncat > "${block.label}" <<'END OF THE FILE'\n${text}\nEND OF THE FILE`,
        );
        return printed;
      case 'given':
        // The repository of these tests.
        symlinkSync(root, join(this.folder, 'work/prichal'));
        return printed;
      case 'shown':
        return printed;
    }
  }

  #withPorts(text: string): string {
    return text.replaceAll(/\b\d{4}\b/g, (number) => String(this.port(Number(number))));
  }

  /** Starts commands in bash. The first failing command ends it. */
  #shell(text: string, stays: boolean): ChildProcess {
    const remember = `trap '{ export -p; printf "cd %q\\n" "$PWD"; } > "${this.#state}"' EXIT`;
    const script = [
      `set -eo pipefail`,
      `. "${this.#state}"`,
      ...(stays ? [] : ['set -a', remember]),
      text,
    ].join('\n');
    return spawn('bash', ['-c', script], {
      cwd: this.folder,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
  }

  async #run(text: string): Promise<string> {
    const child = this.#shell(text, false);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (part: string) => {
        said += plain(part);
      });
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${text}\nended with ${code}:\n${said}`);
    return said;
  }

  #serve(text: string): Service {
    const service = new Service(text, this.#shell(text, true));
    this.#services.push(service);
    return service;
  }

  async leave(): Promise<void> {
    for (const service of this.#services.reverse()) await service.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
