// Measures what message servers store per mailbox and per stream, and the commands to open a
// stream. Deployment sizes are computed from these figures.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandsIn } from './fleet.mjs';
import { cpuSeconds, load } from './trials.mjs';

const later = (milliseconds) => new Promise((next) => setTimeout(next, milliseconds));

const fieldOf = (info, name) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1]);

/** Waits for a condition in another process. The error names it. */
async function until(what, seconds, holds) {
  const deadline = Date.now() + 1000 * seconds;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`waited for ${seconds} s: ${what}`);
    await later(20);
  }
}

/** Returns the server's bytes per mailbox with one message of 300 bytes. */
async function mailboxBytes(context, servers, instance) {
  const mailboxes = context.quick ? 2000 : 100_000;
  const file = join(context.folder, 'sizes');
  for (const old of [file, `${file}.ready`]) rmSync(old, { force: true });
  const held = await servers.start();
  let running;
  try {
    running = await instance.start();
    const [{ ask }] = held.nodes;
    const before = fieldOf(ask('info', 'memory'), 'used_memory');
    const sending = load(context, [
      'keep',
      ...[`--messages=${mailboxes}`, `--streams=${mailboxes}`, `--send=${file}`],
      `--url=${running.url}/bridge`,
    ]);
    let over = false;
    sending.finally(() => (over = true)).catch(() => {});
    await until(`${mailboxes} messages`, 120, () => over || existsSync(`${file}.ready`));
    await running.stop('SIGKILL');
    const { acknowledged } = await sending;
    const after = fieldOf(ask('info', 'memory'), 'used_memory');
    return { mailbox_bytes: (after - before) / Math.min(mailboxes, acknowledged) };
  } finally {
    await running?.stop();
    await held.stop();
  }
}

/** Returns the memory per stream without messages, and the commands to open one. */
async function streamFigures(context, servers, instance) {
  const streams = context.quick ? 500 : 10_000;
  const held = await servers.start();
  let running;
  try {
    running = await instance.start();
    const [{ ask, pid }] = held.nodes;
    const channels = () => {
      const info = ask('info', 'stats');
      return (fieldOf(info, 'pubsubshard_channels') || 0) + fieldOf(info, 'pubsub_channels');
    };
    const look = () => ({
      bytes: fieldOf(ask('info', 'memory'), 'used_memory'),
      commands: commandsIn(ask('info', 'commandstats')),
      server: cpuSeconds(pid),
      instance: cpuSeconds(running.pid),
    });
    const before = look();
    const idle = load(context, [
      ...['idle', `--streams=${streams}`, '--seconds=4', `--pid=${running.pid}`],
      `--url=${running.url}/bridge`,
    ]);
    idle.catch(() => {});
    await until(`${streams} channels`, 60, () => channels() >= streams);
    // Each mailbox is read once when its subscription is confirmed.
    await later(500);
    const after = look();
    const { rss_per_stream_bytes } = await idle;
    const counting = /^(info|cluster\|.*|command.*|client.*|ping|config.*)$/;
    const calls = Object.entries(after.commands)
      .map(([name, count]) => [name, (count - (before.commands[name] ?? 0)) / streams])
      .filter(([name, count]) => count > 0.01 && !counting.test(name));
    return {
      channel_bytes: (after.bytes - before.bytes) / streams,
      stream_bytes: rss_per_stream_bytes,
      open_server_us: (1e6 * (after.server - before.server)) / streams,
      open_instance_us: (1e6 * (after.instance - before.instance)) / streams,
      open_commands: calls.reduce((sum, [, count]) => sum + count, 0),
      ...Object.fromEntries(calls.map(([name, count]) => [`open_${name}`, count])),
    };
  } finally {
    await running?.stop();
    await held.stop();
  }
}

/** @param {() => Promise<{ servers: object, instance: object }>} make makes a new pair */
export async function sizesTrial(context, make) {
  const first = await make();
  const mailbox = await mailboxBytes(context, first.servers, first.instance);
  const second = await make();
  return { ...mailbox, ...(await streamFigures(context, second.servers, second.instance)) };
}
