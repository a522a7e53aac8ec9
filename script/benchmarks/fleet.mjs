// Several instances on several shards: what one more of either adds. Two processors cannot show it in
// messages a second, so it is told in processor time and commands a message, of all and of the one that
// has most. Instances share one processor, servers and the generator the other.
import { load } from './trials.mjs';

/** Instances and shards, in the order in which the table shows them. */
export const FLEETS = [
  { instances: 1, shards: 1 },
  { instances: 2, shards: 1 },
  { instances: 1, shards: 3 },
  { instances: 2, shards: 3 },
  { instances: 5, shards: 3 },
  { instances: 2, shards: 5 },
];

/** How a fleet is called in the figures: "2 on 3". */
export const fleetName = ({ instances, shards }) => `${instances} on ${shards}`;

/** Messages a second at which fleets are compared: what all of them reach, with room to spare. */
const RATE = 3000;

/** Calls of each command that a server has done, those of scripts too. */
export function commandsIn(info) {
  const calls = {};
  for (const [, name, count] of info.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)) {
    calls[name] = Number(count);
  }
  return calls;
}

/** What was sent to other servers over the bus of the cluster, for somebody who may listen there. */
const busPushes = (info) =>
  [...info.matchAll(/^cluster_stats_messages_publish(?:shard)?_sent:(\d+)/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );

const total = (values) => values.reduce((sum, each) => sum + each, 0);

/** Commands of clients and of scripts between two counts, without those that ask for the counts. */
function difference(before, after) {
  const own = /^(info|cluster\|info)$/;
  return Object.fromEntries(
    Object.entries(after)
      .map(([name, count]) => [name, count - (before[name] ?? 0)])
      .filter(([name, count]) => count > 0 && !own.test(name)),
  );
}

/**
 * One fleet under load: as fast as it goes, then at a fixed rate, where time and commands are counted.
 * @param {{ start(): Promise<{ stop(): Promise<void>, nodes: { ask(...words: string[]): string, pid: number }[] }> }} servers
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
    // Whichever of the two bridges it is: a message is one push.
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
 * Lines for a table: a fleet each, medians of its runs; undefined when no fleet was measured.
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
