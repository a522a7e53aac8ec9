import type { Envelope } from '../bridge/bridge.ts';
import { abilitiesOf } from '../protocol/abilities.ts';
import { CODE } from '../protocol/error-codes.ts';
import {
  type Answer,
  type Call,
  paramOf,
  readCall,
  readRequest,
  refusal,
} from '../protocol/rpc.ts';
import { type BridgeSession, unseal } from '../protocol/session.ts';
import { behaviourOnce, type Context, wordsOf } from './context.ts';
import {
  accountFor,
  type Pending,
  type WalletState,
  withoutSession,
  withSession,
} from './state.ts';

/** Moves the cursor of a bridge. The other effects of a message are part of the same change. */
function seen(state: WalletState, bridgeUrl: string, eventId: string): WalletState {
  return eventId === '' ? state : { ...state, cursors: { ...state.cursors, [bridgeUrl]: eventId } };
}

function parse(text: string | null): Call | null {
  try {
    return text === null ? null : readCall(JSON.parse(text));
  } catch {
    return null;
  }
}

async function take(
  context: Context,
  session: BridgeSession,
  call: Call,
  moved: (state: WalletState) => WalletState,
): Promise<void> {
  const { store, journal, requests } = context;
  const number = Number(call.id);
  const repeated = !Number.isNaN(number) && number <= session.lastRequest;
  if (repeated) return store.change(moved);

  const id = context.newId();
  const at = context.now();
  const { manifest: app } = session;
  requests.add({ id, at, method: call.method, app, via: 'bridge', params: paramOf(call) });
  const answer = async (what: Answer) => {
    requests.settle(id, what);
    try {
      await context.send({ channel: session.channel, name: app.name }, what);
    } catch (error) {
      journal.add('problem', wordsOf(error));
    }
  };
  if (Number.isNaN(number)) {
    await store.change(moved);
    const reason = `Bad request: id ${JSON.stringify(call.id)} is not a number`;
    return answer(refusal(call.id, CODE.badRequest, reason));
  }
  const once = behaviourOnce(context, call.method);
  const state = store.get();
  const { version, played } = session;
  const behaviour = once.behaviour ?? state.behaviour;
  const read = readRequest(
    call,
    accountFor(state, session),
    Math.floor(at / 1000),
    abilitiesOf(version, played, behaviour.features),
  );
  const counted = (before: WalletState) =>
    withSession(moved(before), session, { lastRequest: number });

  if (read.kind === 'disconnect') {
    await store.change((before) => withoutSession(moved(before), session.id));
    await answer({ id: call.id, result: {} });
    return journal.add('done', `${app.name} disconnected`);
  }
  if (read.kind === 'refused') {
    await store.change(counted);
    await answer(read.answer);
    if ('error' in read.answer) journal.add('problem', `${app.name}: ${read.answer.error.message}`);
    return;
  }
  if (behaviour.answer === 'never') {
    await store.change(counted);
    requests.leave(id);
    return journal.add('problem', `${call.method} of ${app.name} is left unanswered`);
  }
  const pending: Pending = { kind: 'call', id, at, app, session: session.id, call, ...once };
  await store.change((before) => {
    const next = counted(before);
    return { ...next, queue: [...next.queue, pending] };
  });
}

/** Handles a message from a bridge: decrypts it, validates it, and queues or answers it once. */
export async function receive(
  context: Context,
  bridgeUrl: string,
  envelope: Envelope,
  eventId: string,
): Promise<void> {
  const { store, journal } = context;
  const moved = (state: WalletState) => seen(state, bridgeUrl, eventId);
  const session = store
    .get()
    .sessions.find(
      (each): each is BridgeSession =>
        each.kind === 'bridge' &&
        each.channel.bridgeUrl === bridgeUrl &&
        each.channel.peer === envelope.from,
    );
  if (!session) return store.change(moved);
  const text = unseal(session.channel, envelope.message);
  const call = parse(text);
  context.traffic.add({
    direction: 'to wallet',
    app: session.manifest.name,
    via: 'bridge',
    message: call ?? text,
    note: call === null ? 'cannot be read: dropped' : null,
  });
  if (call === null) {
    await store.change(moved);
    return journal.add('problem', `A message of ${session.manifest.name} cannot be read: dropped`);
  }
  return take(context, session, call, moved);
}
