// Replaces a fleet of three instances one by one while wallets send and pages listen, connect and
// disconnect. The balancer sends each request to any instance in rotation.
import { newClientId, post, Stream } from './client.mjs';
import { startInstance } from './fleet.mjs';
import { judge } from './losses.mjs';

const pause = (milliseconds) => new Promise((later) => setTimeout(later, milliseconds));
const oneOf = (all) => all[Math.floor(Math.random() * all.length)];
const between = (least, most) => least + Math.random() * (most - least);

/** Instances in rotation. An instance that exits without being asked to is restarted. */
class Fleet {
  rotation = [];
  crashes = {};
  #options;

  constructor(options) {
    this.#options = options;
  }

  async add(kind, aside = false) {
    const instance = await startInstance(kind, this.#options);
    if (!aside) this.rotation.push(instance);
    void instance.ended.then(async () => {
      if (!instance.crashed()) return;
      this.crashes[kind] = (this.crashes[kind] ?? 0) + 1;
      this.rotation = this.rotation.filter((one) => one !== instance);
      await this.add(kind);
    });
    return instance;
  }

  /**
   * Starts the new instance first. The old one leaves the rotation and is stopped when it has no
   * more requests.
   */
  async swap(kind, next) {
    await this.add(next);
    const old = this.rotation.find((one) => one.kind === kind);
    this.rotation = this.rotation.filter((one) => one !== old);
    await pause(200);
    await old.stop();
  }

  /** Starts three new instances, then switches the rotation to them at once. */
  async turn(next) {
    const old = this.rotation;
    const added = [];
    for (let index = 0; index < old.length; index += 1) added.push(await this.add(next, true));
    this.rotation = added;
    await Promise.all(old.map((one) => one.stop()));
  }
}

/** A page that stays open, is cut off at times, and reconnects with its last id. */
class Page {
  streams = [];
  ids;
  #fleet;
  #leaves = false;
  #over;

  constructor(fleet, ids) {
    this.#fleet = fleet;
    this.ids = ids;
    this.#over = this.#live();
  }

  async #live() {
    let cursor;
    for (;;) {
      const { url, kind } = oneOf(this.#fleet.rotation);
      const stream = await new Stream(url, this.ids, {
        cursor,
        onEvent: ({ id }) => {
          cursor = id;
        },
      }).opened();
      stream.kind = kind;
      this.streams.push(stream);
      const until = Date.now() + between(1_000, 6_000);
      while (!stream.ended && (this.#leaves || Date.now() < until)) {
        await pause(20);
        if (this.#leaves === 'now') break;
      }
      stream.close();
      if (this.#leaves === 'now') return;
      await pause(between(0, 300));
    }
  }

  /** Stops moving between instances. */
  settle() {
    this.#leaves = 'soon';
  }
  async leave() {
    this.#leaves = 'now';
    await this.#over;
  }
}

/** Sends `rate` messages per second until it is stopped. Resends each until it is acknowledged. */
async function load(fleet, ids, { rate, over }) {
  const messages = [];
  let attempts = 0;
  const one = async (body) => {
    const [from, to, sentAt] = [newClientId(), oneOf(ids), Date.now()];
    for (;;) {
      attempts += 1;
      const { url, kind } = oneOf(fleet.rotation);
      const answer = await post(url, from, to, body).catch(() => undefined);
      if (answer?.status === 200) {
        messages.push({ body, to, sentAt, ackedAt: Date.now(), kind });
        return;
      }
      await pause(100);
    }
  };
  const under = new Set();
  const begun = Date.now();
  for (let number = 0; !over(); number += 1) {
    const sending = one(`message ${number}`).then(() => under.delete(sending));
    under.add(sending);
    await pause(Math.max(0, begun + (number * 1_000) / rate - Date.now()));
  }
  await Promise.all(under);
  return { messages, attempts };
}

/** Returns all pending messages of these client ids in the servers. */
function keptOf(cluster, ids) {
  const bodies = new Set();
  for (const id of ids) {
    for (const member of cluster.ask('zrange', `client:${id}`, '0', '-1').split('\n')) {
      if (member === '') continue;
      const data = Buffer.from(JSON.parse(member).Message, 'base64').toString();
      bodies.add(JSON.parse(data).message);
    }
  }
  return bodies;
}

/**
 * Replaces three instances of `from` with three of `to`.
 * @param {{ from: string, to: string, cluster: object, options: object, rate?: number, seconds?:
 * number, atOnce?: boolean }} what `rate`: messages per second; `seconds`: before, between and
 * after the swaps
 */
export async function swapFleet(what) {
  const { from, to, cluster, options, rate = 200, seconds = 5, atOnce = false } = what;
  const fleet = new Fleet(options);
  for (let index = 0; index < 3; index += 1) await fleet.add(from);
  const ids = Array.from({ length: 80 }, newClientId);
  // One id per page, as an app has, and several, as a wallet has.
  const pages = ids.slice(0, 40).map((id) => new Page(fleet, [id]));
  for (let at = 40; at < 80; at += 4) pages.push(new Page(fleet, ids.slice(at, at + 4)));
  let over = false;
  const sent = load(fleet, ids, { rate, over: () => over });
  await pause(seconds * 1_000);
  for (let step = 0; step < (atOnce ? 1 : 3); step += 1) {
    await (atOnce ? fleet.turn(to) : fleet.swap(from, to));
    await pause(seconds * 1_000);
  }
  over = true;
  const { messages, attempts } = await sent;
  for (const page of pages) page.settle();
  // Our bridge reads messages that were not pushed within ten seconds.
  await pause(14_000);
  const seen = judge(messages, pages);
  for (const page of pages) await page.leave();
  const kept = keptOf(cluster, ids);
  const gone = messages.filter(({ body }) => !kept.has(body)).length;
  for (const instance of fleet.rotation) await instance.stop('SIGKILL');
  return {
    acknowledged: messages.length,
    again: attempts - messages.length,
    ...seen,
    gone,
    crashes: fleet.crashes,
    streams: pages.reduce((all, page) => all + page.streams.length, 0),
  };
}
