// Opens streams and holds them until its input ends: over HTTP/1.1 one per connection, over HTTP/2
// as many as requested. It is a separate program, so that it can run on its own CPU.
//
//   node open-streams.mjs URL http1|http2 STREAMS STREAMS_PER_CONNECTION
//
// In `URL`, {} is replaced with a different client id for each stream. Prints "open" when all
// streams have begun.
import { once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';

const [url, protocol, streams, aConnection] = process.argv.slice(2);
const insecure = { rejectUnauthorized: false };
const { origin, protocol: scheme } = new URL(url);
const addressOf = (number) => new URL(url.replace('{}', number.toString(16).padStart(64, '0')));

async function openHttp1(number) {
  const { get } = scheme === 'https:' ? https : http;
  const request = get(addressOf(number), { agent: false, ...insecure });
  const [answer] = await once(request, 'response');
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} for stream ${number}`);
  answer.resume();
}

async function openHttp2(session, number) {
  const { pathname, search } = addressOf(number);
  const stream = session.request({ ':path': `${pathname}${search}` });
  const [answer] = await once(stream, 'response');
  if (answer[':status'] !== 200) throw new Error(`${answer[':status']} for stream ${number}`);
  stream.resume();
}

const all = Array.from({ length: Number(streams) }, (_, number) => number);
const batch = protocol === 'http1' ? 64 : Number(aConnection) === 1 ? 64 : Number(aConnection);
let session;
while (all.length > 0) {
  const some = all.splice(0, batch);
  if (protocol === 'http2' && Number(aConnection) > 1) session = http2.connect(origin, insecure);
  await Promise.all(
    some.map((number) => {
      if (protocol === 'http1') return openHttp1(number);
      if (Number(aConnection) === 1) return openHttp2(http2.connect(origin, insecure), number);
      return openHttp2(session, number);
    }),
  );
}
process.stdout.write('open\n');
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
