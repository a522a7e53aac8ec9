import { APP_NAME, connectError } from './answers';
import { parseConnectRequest } from './connect-request';
import { type Context, wordsOf } from './context';
import { CODE } from './error-codes';
import { type ConnectLink, parseLink } from './links';
import { fetchManifest } from './manifest';
import { playedOf } from './played';
import { nextEventId, openChannel } from './session';

/** What became of a link. */
export type LinkOutcome = { ok: true; note: string | null } | { ok: false; problem: string };

function alreadyKnown({ store }: Context, peer: string): string | null {
  const { sessions, queue } = store.get();
  const session = sessions.find((each) => each.kind === 'bridge' && each.channel.peer === peer);
  if (session) return `${session.manifest.name} is already connected by this link.`;
  const waiting = queue.some(
    ({ kind, ...pending }) =>
      kind === 'connect' &&
      'via' in pending &&
      'channel' in pending.via &&
      pending.via.channel.peer === peer,
  );
  return waiting ? 'This request is waiting below.' : null;
}

async function connectBy(context: Context, link: ConnectLink, text: string): Promise<LinkOutcome> {
  const known = alreadyKnown(context, link.clientId);
  if (known !== null) return { ok: true, note: known };
  const channel = openChannel(link.clientId, context.bridgeUrl());

  const refuse = async (code: number, problem: string): Promise<LinkOutcome> => {
    try {
      const event = connectError(nextEventId(0, context.now()), code, problem);
      await context.send({ channel, name: 'the app' }, event, link.traceId);
    } catch (error) {
      return { ok: false, problem: `${problem}. The app could not be told: ${wordsOf(error)}` };
    }
    return { ok: false, problem };
  };

  const wanted = parseConnectRequest(link.request);
  if ('problem' in wanted) return refuse(CODE.badRequest, wanted.problem);
  const app = await fetchManifest(wanted.manifestUrl, context.fetch);
  if ('code' in app) return refuse(app.code, app.message);
  context.traffic.add({
    direction: 'to wallet',
    app: app.name,
    via: 'link',
    message: { event: 'connect request', ...JSON.parse(link.request) },
    note: null,
  });
  if (context.store.get().conduct.answer === 'never') {
    context.journal.add('problem', `The link of ${app.name} is left unanswered`);
    return { ok: true, note: 'This wallet is told never to answer: see its behaviour below.' };
  }
  const played = playedOf(await context.list(), text, APP_NAME);
  await context.store.change((state) => ({
    ...state,
    queue: [
      ...state.queue,
      {
        kind: 'connect',
        id: context.newId(),
        at: context.now(),
        app,
        wanted,
        played,
        via: { channel, traceId: link.traceId, ret: link.ret },
      },
    ],
  }));
  return { ok: true, note: null };
}

/** Opens a connection link: a good one becomes a request in the queue, a bad one is answered. */
export async function openLink(context: Context, text: string): Promise<LinkOutcome> {
  const link = parseLink(text);
  switch (link.kind) {
    case 'problem':
      return { ok: false, problem: link.message };
    case 'open':
      return { ok: true, note: 'The link only opens the wallet: it carries no request.' };
    case 'connect':
      return connectBy(context, link, text);
  }
}
