import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { holdPort } from '../fixtures/held-port.ts';
import { type StaticServer, serveFolder } from '../fixtures/static-server.ts';
import type { Guest } from './guests.ts';

/**
 * Starts the guest's own server.
 * @throws Error with its output if it exits before it answers
 */
async function started(
  program: string,
  parameters: readonly string[],
  folder: string,
  port: number,
): Promise<StaticServer> {
  const child = spawn(program, parameters, {
    cwd: folder,
    env: { ...process.env, PORT: String(port), NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const exited = once(child, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  // Each server announces its address in its own format, so it is polled.
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${program} ended before it listened:\n${said}`);
    if (
      await fetch(origin).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    await new Promise((again) => setTimeout(again, 100));
  }
  return {
    origin,
    stop: async () => {
      child.kill();
      await exited;
    },
  };
}

/** Serves a built guest. */
export async function serveGuest({ served }: Guest, folder: string): Promise<StaticServer> {
  if (typeof served === 'object') return serveFolder(join(folder, served.folder));
  const port = await holdPort();
  const node = process.execPath;
  return served === 'next'
    ? started(
        node,
        ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', String(port)],
        folder,
        port,
      )
    : started(node, ['server/main.ts'], folder, port);
}
