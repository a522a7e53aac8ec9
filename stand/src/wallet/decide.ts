import { type Account, accountOf } from './account';
import { approve, connectError, connectEvent } from './answers';
import { type Context, pendingOf } from './context';
import { alone } from './locks';
import { domainOf } from './manifest';
import { type Answer, CODE, readRequest, refusal } from './rpc';
import { nextEventId, type Session } from './session';
import { type PendingCall, type PendingConnect, type WalletState, withoutPending } from './state';

function sessionOf(pending: PendingConnect, account: Account, event: number, now: number): Session {
  const shared = {
    manifest: pending.app,
    version: account.version,
    chain: account.chain,
    since: now,
    lastEvent: event,
  };
  return 'origin' in pending.via
    ? { ...shared, kind: 'injected', id: pending.via.origin, origin: pending.via.origin }
    : {
        ...shared,
        kind: 'bridge',
        id: pending.via.channel.keys.publicKey,
        channel: pending.via.channel,
        lastRequest: -1,
      };
}

/** A new session takes the place of an older one with the same id (the same page, again). */
function adding(session: Session | null, pendingId: string) {
  return (state: WalletState): WalletState => {
    const next = withoutPending(state, pendingId);
    if (session === null) return next;
    return { ...next, sessions: [...next.sessions.filter(({ id }) => id !== session.id), session] };
  };
}

async function decideConnect(context: Context, pending: PendingConnect, yes: boolean) {
  const { store, journal, page } = context;
  const { seed, version, chain } = store.get();
  const account = accountOf(seed, version, pending.wanted.chain ?? chain);
  const now = context.now();
  const id = nextEventId(0, now);
  const event = yes
    ? connectEvent(account, { id, domain: domainOf(pending.app), now, wanted: pending.wanted })
    : connectError(id, CODE.declined, 'User declined the connection');
  const session = yes ? sessionOf(pending, account, id, now) : null;
  if ('channel' in pending.via) await context.send(pending.via.channel, event, pending.via.traceId);
  await store.change(adding(session, pending.id));
  if ('origin' in pending.via) page.settle(pending.id, event);
  journal.add('done', `${yes ? 'Connected' : 'Declined to connect'} ${pending.app.name}`);
}

async function answerCall(
  context: Context,
  pending: PendingCall,
  session: Session,
  answer: Answer,
): Promise<void> {
  if (session.kind === 'bridge') await context.send(session.channel, answer);
  await context.store.change((state) => withoutPending(state, pending.id));
  if (session.kind === 'injected') context.page.settle(pending.id, answer);
}

async function decideCall(context: Context, pending: PendingCall, yes: boolean) {
  const { store, journal, page } = context;
  const { seed, sessions, seqnos } = store.get();
  const { call } = pending;
  const session = sessions.find(({ id }) => id === pending.session);
  if (!session) {
    page.settle(pending.id, refusal(call.id, CODE.unknownApp, 'The app is not connected'));
    return store.change((state) => withoutPending(state, pending.id));
  }
  const account = accountOf(seed, session.version, session.chain);
  const now = context.now();
  const read = readRequest(call, account, Math.floor(now / 1000));
  if (read.kind === 'disconnect') return;
  if (read.kind === 'refused') {
    await answerCall(context, pending, session, read.answer);
    if ('error' in read.answer) journal.add('problem', read.answer.error.message);
    return;
  }
  if (!yes) {
    const declined = refusal(call.id, CODE.declined, 'User declined the request');
    await answerCall(context, pending, session, declined);
    return journal.add('done', `Declined ${call.method} of ${pending.app.name}`);
  }
  const seqno = seqnos[account.raw] ?? 0;
  const domain = domainOf(session.manifest);
  const answer = approve(read, call, { account, domain, seqno, now });
  await answerCall(context, pending, session, answer);
  if (read.kind === 'transaction') {
    await store.change((state) => ({
      ...state,
      seqnos: { ...state.seqnos, [account.raw]: seqno + 1 },
    }));
    journal.add('done', `Signed transfer ${seqno} for ${pending.app.name}`);
  } else journal.add('done', `Signed ${read.payload.type} data for ${pending.app.name}`);
}

/**
 * Carries out what the person decided. One decision at a time among all tabs; a request that
 * another tab has answered meanwhile is left alone. Throws words when the app cannot be told: the
 * request then stays in the queue.
 */
export function decide(context: Context, id: string, yes: boolean): Promise<void> {
  return alone('decide', async () => {
    const pending = pendingOf(context).find((each) => each.id === id);
    if (pending?.kind === 'connect') await decideConnect(context, pending, yes);
    else if (pending) await decideCall(context, pending, yes);
  });
}
