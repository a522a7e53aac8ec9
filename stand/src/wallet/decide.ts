import { abilitiesOf } from './abilities';
import type { Account, Chain } from './account';
import { approve, connectError, connectEvent, deviceInfo } from './answers';
import { reasonOf } from './conduct';
import { type Context, pendingOf } from './context';
import { CODE } from './error-codes';
import { alone } from './locks';
import { domainOf } from './manifest';
import { type Answer, readRequest, refusal } from './rpc';
import { nextEventId, type Session } from './session';
import {
  accountFor,
  type PendingCall,
  type PendingConnect,
  type WalletState,
  withoutPending,
} from './state';

function sessionOf(
  pending: PendingConnect,
  account: Account,
  number: number,
  event: number,
  now: number,
): Session {
  const shared = {
    manifest: pending.app,
    version: account.version,
    chain: account.chain,
    account: number,
    played: pending.played,
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

/** The network a connection is made with: the one that is asked for, unless it shall be wrong. */
function chainFor(pending: PendingConnect, { chain, conduct }: WalletState): Chain {
  const right = pending.wanted.chain ?? chain;
  if (conduct.network === 'asked') return right;
  return right === '-239' ? '-3' : '-239';
}

/** A decision: approval, or the code of a refusal. */
export type Verdict = number | null;

async function decideConnect(context: Context, pending: PendingConnect, verdict: Verdict) {
  const { store, journal, page } = context;
  const state = store.get();
  const { version, account: number, conduct } = state;
  const yes = verdict === null;
  const account = accountFor(state, { version, chain: chainFor(pending, state), account: number });
  const device = deviceInfo(version, pending.played, conduct.features);
  const now = context.now();
  const id = nextEventId(0, now);
  const event = yes
    ? connectEvent(account, device, {
        id,
        domain: domainOf(pending.app),
        now,
        wanted: pending.wanted,
      })
    : connectError(id, verdict, reasonOf(verdict, 'connection'));
  const session = yes ? sessionOf(pending, account, number, id, now) : null;
  if ('channel' in pending.via) {
    const to = { channel: pending.via.channel, name: pending.app.name };
    await context.send(to, event, pending.via.traceId);
  }
  await store.change(adding(session, pending.id));
  if ('origin' in pending.via) page.settle(pending.id, event);
  journal.add('done', `${yes ? 'Connected' : 'Refused to connect'} ${pending.app.name}`);
}

async function answerCall(
  context: Context,
  pending: PendingCall,
  session: Session,
  answer: Answer,
): Promise<void> {
  if (session.kind === 'bridge')
    await context.send({ channel: session.channel, name: session.manifest.name }, answer);
  await context.store.change((state) => withoutPending(state, pending.id));
  if (session.kind === 'injected') context.page.settle(pending.id, answer);
}

async function decideCall(context: Context, pending: PendingCall, verdict: Verdict) {
  const { store, journal, page } = context;
  const before = store.get();
  const { sessions, seqnos, conduct } = before;
  const { call } = pending;
  const session = sessions.find(({ id }) => id === pending.session);
  if (!session) {
    page.settle(pending.id, refusal(call.id, CODE.unknownApp, 'The app is not connected'));
    return store.change((state) => withoutPending(state, pending.id));
  }
  const account = accountFor(before, session);
  const now = context.now();
  const abilities = abilitiesOf(session.version, session.played, conduct.features);
  const read = readRequest(call, account, Math.floor(now / 1000), abilities);
  if (read.kind === 'disconnect') return;
  if (read.kind === 'refused') {
    await answerCall(context, pending, session, read.answer);
    if ('error' in read.answer) journal.add('problem', read.answer.error.message);
    return;
  }
  if (verdict !== null) {
    const refused = refusal(call.id, verdict, reasonOf(verdict, 'request'));
    await answerCall(context, pending, session, refused);
    return journal.add('done', `Refused ${call.method} of ${pending.app.name}`);
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
 * Carries out what the person, or the wallet by itself, decided. One decision at a time among all tabs; a request that
 * another tab has answered meanwhile is left alone. Throws words when the app cannot be told: the
 * request then stays in the queue.
 */
export function decide(context: Context, id: string, verdict: Verdict): Promise<void> {
  return alone('decide', async () => {
    const { delay } = context.store.get().conduct;
    if (delay !== '0') await context.wait(Number(delay) * 1000);
    const pending = pendingOf(context).find((each) => each.id === id);
    if (pending?.kind === 'connect') await decideConnect(context, pending, verdict);
    else if (pending) await decideCall(context, pending, verdict);
  });
}
