import { connectError } from '../protocol/answers.ts';
import { parseConnectRequest } from '../protocol/connect-request.ts';
import { CODE } from '../protocol/error-codes.ts';
import { type ConnectLink, parseLink } from '../protocol/links.ts';
import { playedOf } from '../protocol/played.ts';
import { nextEventId, openChannel } from '../protocol/session.ts';
import { behaviourOnce, type Context, wordsOf } from './context.ts';

/** Result of opening a link. */
export type LinkOutcome =
  /** `request`: id of the new request, null if the link made none. */
  { ok: true; note: string | null; request: string | null } | { ok: false; problem: string };

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
  return waiting ? 'This request is already waiting for your answer.' : null;
}

/** Parses the connect request for the record. Text that is not a JSON object is kept as text. */
function parsed(request: string): object {
  try {
    const value: unknown = JSON.parse(request);
    return typeof value === 'object' && value !== null ? value : { request };
  } catch {
    return { request };
  }
}

async function connectBy(context: Context, link: ConnectLink, text: string): Promise<LinkOutcome> {
  const existing = alreadyKnown(context, link.clientId);
  if (existing !== null) return { ok: true, note: existing, request: null };
  const channel = openChannel(link.clientId, context.bridgeUrl());

  const id = context.newId();
  const at = context.now();
  const asked = { id, at, method: 'connect', via: 'bridge' } as const;

  const refuse = async (code: number, problem: string): Promise<LinkOutcome> => {
    const event = connectError(nextEventId(0, context.now()), code, problem);
    context.requests.add({ ...asked, app: null, params: parsed(link.request) });
    context.requests.settle(id, event);
    try {
      await context.send({ channel, name: 'the app' }, event, link.traceId);
    } catch (error) {
      return { ok: false, problem: `${problem}. The app could not be told: ${wordsOf(error)}` };
    }
    return { ok: false, problem };
  };

  const connectRequest = parseConnectRequest(link.request);
  if ('problem' in connectRequest) return refuse(CODE.badRequest, connectRequest.problem);
  const app = await context.manifestAt(connectRequest.manifestUrl);
  if ('code' in app) return refuse(app.code, app.message);
  context.traffic.add({
    direction: 'to wallet',
    app: app.name,
    via: 'link',
    message: { event: 'connect request', ...parsed(link.request) },
    note: null,
  });
  context.requests.add({ ...asked, app, params: parsed(link.request) });
  const once = behaviourOnce(context, 'connect');
  if ((once.behaviour ?? context.store.get().behaviour).answer === 'never') {
    context.requests.leave(id);
    context.journal.add('problem', `The link of ${app.name} is left unanswered`);
    return {
      ok: true,
      note: 'This wallet is set to never answer. To change it, open “Behaviour”.',
      request: id,
    };
  }
  const played = playedOf(await context.list(), text, context.identity.appName);
  await context.store.change((state) => ({
    ...state,
    queue: [
      ...state.queue,
      {
        kind: 'connect',
        id,
        at,
        app,
        wanted: connectRequest,
        played,
        via: { channel, traceId: link.traceId, ret: link.ret },
        ...once,
      },
    ],
  }));
  return { ok: true, note: null, request: id };
}

/** Opens a connection link. A valid request is queued, an invalid one is answered with an error. */
export async function openLink(context: Context, text: string): Promise<LinkOutcome> {
  const link = parseLink(text);
  switch (link.kind) {
    case 'problem':
      return { ok: false, problem: link.message };
    case 'open':
      return {
        ok: true,
        note: 'This link only opens a wallet. It contains no request.',
        request: null,
      };
    case 'connect':
      return connectBy(context, link, text);
  }
}
