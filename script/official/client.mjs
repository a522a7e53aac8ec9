// A bridge client for wallets and pages, over plain HTTP: streams that keep their bytes as they
// arrive, messages, and calls of /bridge/verify.
import { Agent, request } from 'node:http';
import { until } from './fleet.mjs';

const sending = new Agent({ keepAlive: true, maxSockets: 64 });

/** Makes a random client id. */
export const newClientId = () =>
  Array.from({ length: 4 }, () =>
    Math.floor(Math.random() * 2 ** 48)
      .toString(16)
      .padStart(16, '0'),
  ).join('');

function ask(url, { method = 'POST', headers = {}, body = '' } = {}) {
  return new Promise((done, failed) => {
    const asked = request(url, { method, headers, agent: sending, timeout: 10_000 }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('error', failed);
      answer.on('end', () =>
        done({ status: answer.statusCode, body: Buffer.concat(parts).toString() }),
      );
    });
    asked.on('timeout', () => asked.destroy(new Error('no answer within ten seconds')));
    asked.on('error', failed);
    asked.end(body);
  });
}

/** Posts a message. Rejects if there is no response. */
export async function post(url, from, to, body, { ttl = 300, headers = {}, more = '' } = {}) {
  const query = `client_id=${from}&to=${to}&ttl=${ttl}${more}`;
  return await ask(`${url}/bridge/message?${query}`, { body, headers });
}

/** Returns the status of /bridge/verify for a page, requested from `address`. */
export async function verify(url, clientId, page, address) {
  const answer = await ask(`${url}/bridge/verify`, {
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify({ client_id: clientId, url: page, type: 'connect' }),
  });
  return JSON.parse(answer.body).status ?? answer.body;
}

/** A stream. `events` has the received events, each with its ID, its data as text, and its time. */
export class Stream {
  events = [];
  heartbeats = 0;
  ended = false;
  openedAt = Infinity;
  endedAt = Infinity;
  #rest = '';
  #request;

  constructor(url, ids, { cursor, heartbeat, headers = {}, onEvent = () => {} } = {}) {
    const query = heartbeat === undefined ? '' : `&heartbeat=${heartbeat}`;
    const after = cursor === undefined ? {} : { 'Last-Event-ID': `${cursor}` };
    this.cursor = cursor;
    this.#request = request(
      `${url}/bridge/events?client_id=${ids.join(',')}${query}`,
      { agent: false, headers: { ...after, ...headers } },
      (answer) => {
        this.status = answer.statusCode;
        answer.setEncoding('utf8');
        this.openedAt = Date.now();
        answer.on('data', (text) => this.#take(text, onEvent));
        answer.on('close', () => this.#end());
        answer.on('error', () => this.#end());
      },
    );
    this.#request.on('error', () => this.#end());
    this.#request.end();
  }

  /** Waits until the response has begun. */
  async opened() {
    await until('a stream opens', () => this.status !== undefined || this.ended);
    return this;
  }

  close() {
    this.#request.destroy();
    this.#end();
  }

  get ids() {
    return this.events.map((event) => event.id);
  }
  get bodies() {
    return this.events.map((event) => event.message);
  }

  #end() {
    if (this.ended) return;
    this.ended = true;
    this.endedAt = Date.now();
  }

  #take(text, onEvent) {
    if (this.ended) return;
    const blocks = (this.#rest + text).replaceAll('\r\n', '\n').split('\n\n');
    this.#rest = blocks.pop();
    for (const block of blocks) {
      const field = (name) =>
        block
          .split('\n')
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2);
      const id = field('id');
      const data = field('data');
      if (field('event') === 'heartbeat' || data === 'heartbeat') this.heartbeats += 1;
      if (id === undefined || data === undefined) continue;
      const parsed = JSON.parse(data);
      const event = { id: Number(id), data, at: Date.now(), ...parsed };
      this.events.push(event);
      onEvent(event);
    }
  }
}
