// Checks of compatibility between the two bridges, one promise each: a wallet at `sender`, a page
// at `receiver`, each of either kind. A check returns counts and whether they are correct. If the
// official bridge loses messages on its own, its row shows that.
import { newClientId, post, Stream, verify } from './client.mjs';
import { HEARTBEAT_SECONDS, until } from './fleet.mjs';

/** @typedef {{ holds: boolean, said: string }} Outcome */

const pause = (milliseconds) => new Promise((later) => setTimeout(later, milliseconds));
/**
 * The official bridge answers a stream before it has subscribed and does not report when it has.
 */
const SUBSCRIBED = 300;
/** Older than the messages that ours redelivers. */
const WINDOW = 2_500;
/** Time in which all mailboxes with a stream are read once. */
const SWEEP = 12_000;

const numbered = (count, name = 'n') => Array.from({ length: count }, (_, at) => `${name} ${at}`);

async function send(url, to, bodies, options) {
  for (const body of bodies) {
    const { status } = await post(url, newClientId(), to, body, options);
    if (status !== 200) throw new Error(`${url} answers ${status} to a message`);
  }
}

async function listen(url, ids, options) {
  const stream = await new Stream(url, ids, options).opened();
  await pause(SUBSCRIBED);
  return stream;
}

/** Waits for this number of events, or until messages that were not pushed have been read. */
async function collect(stream, count) {
  await until('', () => stream.events.length >= count, SWEEP).catch(() => {});
  await pause(100);
}

/** Returns how many of `bodies` did not arrive, and how many arrived twice. */
function judged(bodies, got) {
  const lost = bodies.filter((body) => !got.includes(body)).length;
  const twice = got.length - new Set(got).size;
  const others = got.filter((body) => !bodies.includes(body)).length;
  return {
    holds: lost === 0 && twice === 0 && others === 0,
    said: `${bodies.length - lost} of ${bodies.length}${twice > 0 ? `, ${twice} twice` : ''}${others > 0 ? `, ${others} others` : ''}`,
    lost,
    twice,
  };
}

/** Sends ten messages, in turns by `senders`, while the stream is closed. Then it reconnects. */
async function goesOn(before, id, senders, receiver) {
  const missed = numbered(10, 'missed');
  for (const [at, body] of missed.entries()) await send(senders[at % senders.length], id, [body]);
  const after = await listen(receiver, [id], { cursor: before.ids.at(-1) });
  const all = () => missed.every((body) => after.bodies.includes(body));
  await until('', all, SWEEP).catch(() => {});
  await pause(SUBSCRIBED);
  after.close();
  const { lost } = judged(missed, after.bodies);
  const again = after.bodies.filter((body) => before.bodies.includes(body)).length;
  return { holds: lost === 0, said: `${10 - lost} of 10${again > 0 ? `, ${again} again` : ''}` };
}

/** Texts that JSON can write in more than one way. */
const STRANGE = [
  '',
  '<a href="&">',
  'ü € 😀',
  '\u2028\u2029\u007f',
  '\\ " / \b\f\n\r\t\u0001',
  'A',
];

/** @type {Record<string, (sender: string, receiver: string, context: object) => Promise<Outcome>>} */
export const CHECKS = {
  async live(sender, receiver) {
    const id = newClientId();
    const stream = await listen(receiver, [id]);
    const bodies = numbered(30);
    await send(sender, id, bodies);
    await collect(stream, bodies.length);
    stream.close();
    return judged(bodies, stream.bodies);
  },

  async texts(sender, receiver) {
    const id = newClientId();
    const stream = await listen(receiver, [id]);
    const bodies = [...STRANGE, 'x'.repeat(200_000)];
    await send(sender, id, bodies);
    await collect(stream, bodies.length);
    stream.close();
    return judged(bodies, stream.bodies);
  },

  async backlog(sender, receiver) {
    const id = newClientId();
    const bodies = numbered(80);
    await send(sender, id, bodies);
    const stream = await listen(receiver, [id]);
    await collect(stream, bodies.length);
    stream.close();
    const outcome = judged(bodies, stream.bodies);
    const inOrder = stream.bodies.every((body, at) => body === bodies[at]);
    return { ...outcome, said: `${outcome.said}${inOrder ? '' : ', in another order'}` };
  },

  /**
   * The stream moves from `sender` to `receiver`. Counts messages sent in between, and duplicates.
   * If an official instance served the stream before, ours redelivers messages up to two seconds
   * old at the cursor.
   */
  async cursor(sender, receiver) {
    const id = newClientId();
    const before = await listen(sender, [id]);
    await send(sender, id, numbered(10, 'old'));
    await pause(WINDOW);
    await send(sender, id, ['latest']);
    await collect(before, 11);
    before.close();
    return await goesOn(before, id, [sender, receiver], receiver);
  },

  /** The same after a burst for one client id, which must not push its ids ahead of the clock. */
  async 'cursor-burst'(sender, receiver) {
    const id = newClientId();
    const before = await listen(sender, [id]);
    const wallets = Array.from({ length: 16 }, (_, at) => numbered(40, `old ${at}`));
    await Promise.all(wallets.map((bodies) => send(sender, id, bodies)));
    await collect(before, 640);
    before.close();
    return await goesOn(before, id, [receiver], receiver);
  },

  async ttl(sender, receiver) {
    const id = newClientId();
    await send(sender, id, ['stays'], { ttl: 60 });
    await send(sender, id, ['goes'], { ttl: 1 });
    const now = await listen(receiver, [id]);
    await collect(now, 2);
    now.close();
    await pause(2_200);
    const later = await listen(receiver, [id]);
    await collect(later, 1);
    later.close();
    return judged(['stays'], later.bodies);
  },

  /** A message with ttl 0 is only for open streams. */
  async 'ttl-zero'(sender, receiver) {
    const id = newClientId();
    const open = await listen(receiver, [id]);
    await send(sender, id, ['now'], { ttl: 0 });
    await collect(open, 1);
    open.close();
    await pause(1_100);
    const later = await listen(receiver, [id]);
    later.close();
    const live = judged(['now'], open.bodies);
    return { ...live, holds: live.holds && later.bodies.length === 0 };
  },

  async heartbeat(_sender, receiver) {
    const streams = [];
    for (const heartbeat of ['legacy', 'message']) {
      streams.push(await listen(receiver, [newClientId()], { heartbeat }));
    }
    await pause(HEARTBEAT_SECONDS * 2_000 + 500);
    for (const stream of streams) stream.close();
    const counts = streams.map((stream) => stream.heartbeats);
    return { holds: counts.every((count) => count === 2 || count === 3), said: 'in both forms' };
  },

  /** Client ids of all three masters on one stream. */
  async 'several-ids'(sender, receiver) {
    const ids = Array.from({ length: 12 }, newClientId);
    const stream = await listen(receiver, ids);
    const bodies = numbered(60);
    for (const [at, body] of bodies.entries()) await send(sender, ids[at % ids.length], [body]);
    await collect(stream, bodies.length);
    stream.close();
    return judged(bodies, stream.bodies);
  },

  /** One page at each bridge. One of them disconnects. */
  async 'two-pages'(sender, receiver) {
    const id = newClientId();
    const here = await listen(receiver, [id]);
    const there = await listen(sender, [id]);
    await send(sender, id, numbered(5));
    await collect(here, 5);
    await collect(there, 5);
    there.close();
    await pause(SUBSCRIBED);
    await send(sender, id, numbered(5, 'after'));
    await collect(here, 10);
    here.close();
    const one = judged([...numbered(5), ...numbered(5, 'after')], here.bodies);
    const other = judged(numbered(5), there.bodies);
    return { holds: one.holds && other.holds, said: `${one.said} and ${other.said}` };
  },

  /** Both kinds send at once, as fast as they can. */
  async burst(sender, receiver) {
    const id = newClientId();
    const stream = await listen(receiver, [id]);
    const bodies = [];
    const from = async (url, name) => {
      const own = numbered(40, name);
      bodies.push(...own);
      await send(url, id, own);
    };
    await Promise.all(
      ['a', 'b', 'c'].flatMap((name) => [
        from(sender, `${name} there`),
        from(receiver, `${name} here`),
      ]),
    );
    await collect(stream, bodies.length);
    stream.close();
    return judged(bodies, stream.bodies);
  },

  /** Streams that open while messages arrive, counted on the first connection. */
  async subscribing(sender, receiver) {
    let lost = 0;
    let twice = 0;
    const count = 20;
    const one = async () => {
      const id = newClientId();
      const bodies = numbered(20);
      const sent = send(sender, id, bodies);
      await pause(Math.random() * 20);
      const stream = await new Stream(receiver, [id]).opened();
      await sent;
      await collect(stream, bodies.length);
      stream.close();
      const outcome = judged(bodies, stream.bodies);
      lost += outcome.lost;
      twice += outcome.twice;
    };
    await Promise.all(Array.from({ length: count }, one));
    const all = count * 20;
    return {
      holds: lost === 0,
      said: `${all - lost} of ${all}${twice > 0 ? `, ${twice} twice` : ''}`,
      lost,
    };
  },

  /** A message that is resent after its response was lost. */
  async repetition(sender, receiver) {
    const [id, from] = [newClientId(), newClientId()];
    const stream = await listen(receiver, [id]);
    for (const url of [sender, sender, receiver]) await post(url, from, id, 'again and again');
    await collect(stream, 1);
    await pause(500);
    stream.close();
    return { holds: stream.events.length >= 1, said: `${stream.events.length} of 3 sent` };
  },

  /** A delivered message stays until its ttl expires, for clients without a cursor. */
  async 'delivered-stays'(sender, receiver) {
    const id = newClientId();
    const first = await listen(sender, [id]);
    await send(sender, id, numbered(3));
    await collect(first, 3);
    const back = await listen(sender, [id], { cursor: first.ids.at(-1) });
    first.close();
    back.close();
    const newcomer = await listen(receiver, [id]);
    await collect(newcomer, 3);
    newcomer.close();
    return judged(numbered(3), newcomer.bodies);
  },

  /**
   * The source of a message, encrypted for its receiver: ours adds it, the official bridge forwards
   * it.
   */
  async 'request-source'(sender, receiver, { ours }) {
    const id = newClientId();
    const stream = await listen(receiver, [id]);
    await send(sender, id, ['sealed'], { headers: { Origin: 'https://wallet.example' } });
    await collect(stream, 1);
    stream.close();
    const has = stream.events[0]?.request_source !== undefined;
    return { holds: stream.events.length === 1 && has === ours(sender), said: has ? 'yes' : 'no' };
  },

  /** A page opened its stream at `sender`. The wallet calls `receiver`. */
  async verify(sender, receiver) {
    const page = 'https://a.example:8443';
    const asked = [];
    for (const [address, neighbour] of [
      ['192.0.2.1', '192.0.2.2'],
      ['2001:db8::1', '2001:db8::2'],
    ]) {
      const id = newClientId();
      const headers = { Origin: page, 'X-Forwarded-For': address, 'User-Agent': 'page' };
      const stream = await listen(sender, [id], { headers });
      asked.push(
        await verify(receiver, id, `${page}/path?x=1`, address),
        await verify(receiver, id, page, neighbour),
        await verify(receiver, id, 'https://evil.example', address),
        await verify(receiver, newClientId(), page, address),
      );
      stream.close();
    }
    const wanted = 'ok warning danger unknown';
    const said = [asked.slice(0, 4), asked.slice(4)].map((four) => four.join(' '));
    return {
      holds: said.every((each) => each === wanted),
      said: said[0] === said[1] ? said[0] : `${said[0]}; IPv6: ${said[1]}`,
    };
  },
};
