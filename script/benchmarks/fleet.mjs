// Measures the effect of additional instances and shards. Two CPUs cannot show it in messages per
// second, so the figures are CPU time and commands per message, of all servers and of the busiest
// one. Instances share one CPU; servers and the load generator share the other.
import { load } from './trials.mjs';

/** Instances and shards, in the order of the table. */
export const FLEETS = [
  { instances: 1, shards: 1 },
  { instances: 2, shards: 1 },
  { instances: 1, shards: 3 },
  { instances: 2, shards: 3 },
  { instances: 5, shards: 3 },
  { instances: 2, shards: 5 },
];

/** Formats the name of a fleet in the figures: "2 on 3". */
export const fleetName = ({ instances, shards }) => `${instances} on ${shards}`;

/** Messages per second at which fleets are compared: all of them reach more. */
const RATE = 3000;

/** Returns the number of executed commands by name, including those of scripts. */
export function commandsIn(info) {
  const calls = {};
  for (const [, name, count] of info.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)) {
    calls[name] = Number(count);
  }
  return calls;
}

/** Returns the number of messages sent to other servers over the cluster bus. */
const busPushes = (info) =>
  [...info.matchAll(/^cluster_stats_messages_publish(?:shard)?_sent:(\d+)/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );

const total = (values) => values.reduce((sum, each) => sum + each, 0);

/**
 * Returns the commands of clients and scripts between two counts, without those of the counting.
 */
function difference(before, after) {
  const counting = /^(info|cluster\|info)$/;
  return Object.fromEntries(
    Object.entries(after)
      .map(([name, count]) => [name, count - (before[name] ?? 0)])
      .filter(([name, count]) => count > 0 && !counting.test(name)),
  );
}

/**
 * Loads one fleet: first as fast as possible, then at a fixed rate, at which time and commands are
 * counted.
 * @param {{ start(): Promise<{ stop(): Promise<void>, nodes: { ask(...words: string[]): string,
 * pid: number }[] }> }} servers
 * @param {{ start(): Promise<import('./subjects.mjs').Running> }[]} instances
 */
export async function fleetTrial(context, servers, instances) {
  const running = [];
  const held = await servers.start();
  try {
    for (const instance of instances) running.push(await instance.start());
    const [first, ...others] = running.map(({ url }) => `${url}/bridge`);
    const watched = [...running, ...held.nodes].map(({ pid }) => pid);
    const seconds = context.quick ? 1 : 6;
    const common = [
      ...['--streams=500', '--senders=32', `--seconds=${seconds}`, `--url=${first}`],
      ...others.map((url) => `--also=${url}`),
      ...watched.map((pid) => `--watch=${pid}`),
    ];
    const fastest = await load(context, ['throughput', ...common]);
    const look = () =>
      held.nodes.map(({ ask }) => ({
        commands: commandsIn(ask('info', 'commandstats')),
        pushes: busPushes(ask('cluster', 'info')),
      }));
    const before = look();
    const steady = await load(context, ['latency', `--rate=${RATE}`, ...common]);
    const after = look();

    const time = watched.map((_, i) => steady[`cpu_us_per_message_${i + 1}`]);
    const ofInstances = time.slice(0, running.length);
    const ofServers = time.slice(running.length);
    // In either bridge, a message is one push.
    const commands = after.map((now, i) => difference(before[i].commands, now.commands));
    const messages = commands.map(({ publish = 0, spublish = 0 }) => publish + spublish);
    const all = total(messages);
    return {
      messages_per_second: fastest.messages_per_second,
      lost: fastest.lost + steady.lost,
      deliver_p99_ms: steady.deliver_p99_ms,
      instances_us: total(ofInstances),
      most_of_an_instance_us: Math.max(...ofInstances),
      shards_us: total(ofServers),
      most_of_a_shard_us: Math.max(...ofServers),
      commands: total(commands.map((each) => total(Object.values(each)))) / all,
      most_of_a_shard_commands:
        Math.max(...commands.map((each) => total(Object.values(each)))) / all,
      most_of_a_shard_percent: (100 * Math.max(...messages)) / all,
      bus_pushes: total(after.map(({ pushes }, i) => pushes - before[i].pushes)) / all,
      ...Object.fromEntries(
        [...new Set(commands.flatMap(Object.keys))].map((name) => [
          `calls_of_${name.replace('|', '_')}`,
          total(commands.map((each) => each[name] ?? 0)) / all,
        ]),
      ),
    };
  } finally {
    for (const instance of running) await instance.stop();
    await held.stop();
  }
}

const COLUMNS = [
  ['messages_per_second', 'messages/s'],
  ['instances_us', 'instances, µs'],
  ['most_of_an_instance_us', 'one, µs'],
  ['shards_us', 'servers, µs'],
  ['most_of_a_shard_us', 'one, µs'],
  ['commands', 'commands'],
  ['most_of_a_shard_commands', 'of one'],
  ['bus_pushes', 'to other servers'],
];

/**
 * Returns lines for a table: one per fleet, with the medians of its runs. Undefined if no fleet was
 * measured.
 * @param {import('./rows.mjs').Results} results
 */
export function fleetLines({ median }, bridges = ['valkey', 'valkey-peer']) {
  const lines = [];
  for (const bridge of bridges) {
    for (const fleet of FLEETS) {
      const values = COLUMNS.map(([name]) =>
        median('cluster-fleet', `${bridge} ${fleetName(fleet)}`, name),
      );
      if (values[0] === undefined) continue;
      const who = bridge === 'valkey' ? '' : ', peer';
      lines.push([`${fleet.instances} on ${fleet.shards}${who}`, ...values]);
    }
  }
  if (lines.length === 0) return undefined;
  return [['instances on shards', ...COLUMNS.map(([, title]) => title)], ...lines];
}
