import { abilitiesOf } from '../protocol/abilities.ts';
import { approve, connectError, connectEvent, deviceInfo } from '../protocol/answers.ts';
import { type Behaviour, reasonOf, type Verdict } from '../protocol/behaviour.ts';
import { CODE } from '../protocol/error-codes.ts';
import { domainOf } from '../protocol/manifest.ts';
import { type Read, readRequest, refusal } from '../protocol/rpc.ts';
import { nextEventId, type Session } from '../protocol/session.ts';
import { inTon } from '../protocol/transaction.ts';
import { type Account, CHAIN_NAME, type Chain } from '../ton/account.ts';
import { behaviourOf, type Context, pendingOf } from './context.ts';
import {
  accountFor,
  type PendingCall,
  type PendingConnect,
  type WalletState,
  withoutPending,
} from './state.ts';
import { type Told, tellByBridge, toldToPage } from './tell.ts';

/** Decision about a request: approval, a refusal, or a message instead of either. */
export type Decision = Verdict | { instead: Told };

const isInstead = (decision: Decision): decision is { instead: Told } =>
  decision !== null && 'instead' in decision;

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

/** Adds a session. It replaces an older one with the same id (the same page, again). */
function adding(session: Session | null, pendingId: string) {
  return (state: WalletState): WalletState => {
    const next = withoutPending(state, pendingId);
    if (session === null) return next;
    return { ...next, sessions: [...next.sessions.filter(({ id }) => id !== session.id), session] };
  };
}

/** Returns the network of a connection: the requested one, unless the behaviour says otherwise. */
function chainFor(
  pending: PendingConnect,
  { chain, onlyChain }: WalletState,
  { network }: Behaviour,
): Chain {
  if (onlyChain !== null) return onlyChain;
  const right = pending.wanted.chain ?? chain;
  if (network === 'asked') return right;
  return right === '-239' ? '-3' : '-239';
}

async function decideConnect(context: Context, pending: PendingConnect, decision: Decision) {
  const { store, journal, page, identity } = context;
  const state = store.get();
  const { version, account: number } = state;
  const behaviour = behaviourOf(context, pending);
  const yes = decision === null;
  const chain = chainFor(pending, state, behaviour);
  const account = accountFor(state, { version, chain, account: number });
  const device = deviceInfo(identity, version, pending.played, behaviour.features);
  const now = context.now();
  const id = nextEventId(0, now);
  const domain = domainOf(pending.app);
  const { wanted, via } = pending;
  const event: Told = yes
    ? connectEvent(account, device, { id, domain, now, wanted, proof: behaviour.proof })
    : isInstead(decision)
      ? decision.instead
      : connectError(id, decision.code, reasonOf(decision, 'connection'));
  const session = yes ? sessionOf(pending, account, number, id, now) : null;
  let sent = toldToPage(event, behaviour);
  if ('channel' in via) {
    const to = { channel: via.channel, name: pending.app.name };
    sent = await tellByBridge(context, to, event, behaviour, via.traceId);
  }
  await store.change(adding(session, pending.id));
  context.requests.settle(pending.id, sent);
  if ('origin' in via) page.settle(pending.id, sent);
  journal.add('done', `${yes ? 'Connected' : 'Declined to connect'} ${pending.app.name}`);
}

async function answerCall(
  context: Context,
  pending: PendingCall,
  session: Session,
  answer: Told,
): Promise<void> {
  const behaviour = behaviourOf(context, pending);
  let sent = toldToPage(answer, behaviour);
  if (session.kind === 'bridge') {
    const to = { channel: session.channel, name: session.manifest.name };
    sent = await tellByBridge(context, to, answer, behaviour);
  }
  await context.store.change((state) => withoutPending(state, pending.id));
  context.requests.settle(pending.id, sent);
  if (session.kind === 'injected') context.page.settle(pending.id, sent);
}

/** Returns the subject of a request for the log, such as `a transfer of 0.01 TON`. */
function subjectOf(read: Read, { chain }: Account): string {
  if (read.kind === 'sign-data') return `${read.payload.type} data`;
  if (!('transaction' in read)) return 'an invalid request';
  const { transfers, total } = read.transaction;
  const extra = transfers.some((transfer) => transfer.extra.length > 0) ? ' and currencies' : '';
  const network = chain === '-239' ? '' : ` on ${CHAIN_NAME[chain]}`;
  const [count, sum] =
    transfers.length === 1 ? ['a transfer', ''] : [`${transfers.length} transfers`, ' in total'];
  return `${count} of ${inTon(total)} TON${sum}${extra}${network}`;
}

async function decideCall(context: Context, pending: PendingCall, decision: Decision) {
  const { store, journal, page } = context;
  const before = store.get();
  const { sessions, seqnos } = before;
  const { call } = pending;
  const session = sessions.find(({ id }) => id === pending.session);
  if (!session) {
    page.settle(pending.id, refusal(call.id, CODE.unknownApp, 'The app is not connected'));
    context.requests.leave(pending.id);
    return store.change((state) => withoutPending(state, pending.id));
  }
  const account = accountFor(before, session);
  const now = context.now();
  const { features } = behaviourOf(context, pending);
  const abilities = abilitiesOf(session.version, session.played, features);
  const read = readRequest(call, account, Math.floor(now / 1000), abilities);
  if (read.kind === 'disconnect') return;
  if (decision !== null) {
    const answer = isInstead(decision)
      ? decision.instead
      : refusal(call.id, decision.code, reasonOf(decision, 'request'));
    await answerCall(context, pending, session, answer);
    return journal.add('done', `Declined ${subjectOf(read, account)} for ${pending.app.name}`);
  }
  if (read.kind === 'refused') {
    await answerCall(context, pending, session, read.answer);
    if ('error' in read.answer) journal.add('problem', read.answer.error.message);
    return;
  }
  const seqno = seqnos[account.raw] ?? 0;
  const domain = domainOf(session.manifest);
  const answer = approve(read, call, { account, domain, seqno, now });
  await answerCall(context, pending, session, answer);
  journal.add('done', `Signed ${subjectOf(read, account)} for ${pending.app.name}`);
  if (read.kind === 'sign-data') return;
  await store.change((state) => ({
    ...state,
    seqnos: { ...state.seqnos, [account.raw]: seqno + 1 },
  }));
}

/**
 * Carries out a decision of the user or of the wallet, one at a time for all that share the wallet.
 * Does nothing if the request has been answered already. Throws an error with a message if the app
 * cannot be reached; the request then stays in the queue.
 */
export async function decide(context: Context, id: string, decision: Decision): Promise<void> {
  const find = () => pendingOf(context).find((each) => each.id === id);
  const asked = find();
  if (!asked) return;
  const { delay } = behaviourOf(context, asked);
  if (delay > 0) await context.wait(delay);
  return context.alone('decide', async () => {
    const pending = find();
    if (pending?.kind === 'connect') await decideConnect(context, pending, decision);
    else if (pending) await decideCall(context, pending, decision);
  });
}
