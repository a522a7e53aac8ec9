import { abilitiesOf } from './abilities';
import type { Envelope } from './bridge';
import { type Context, wordsOf } from './context';
import { CODE } from './error-codes';
import { type Answer, type Call, readCall, readRequest, refusal } from './rpc';
import { type BridgeSession, unseal } from './session';
import { accountFor, type Pending, type WalletState, withoutSession, withSession } from './state';

/** Moves the cursor of a bridge; the rest of a message's effects go into the same change. */
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

async function answer(context: Context, session: BridgeSession, what: Answer): Promise<void> {
  try {
    await context.send({ channel: session.channel, name: session.manifest.name }, what);
  } catch (error) {
    context.journal.add('problem', wordsOf(error));
  }
}

async function take(
  context: Context,
  session: BridgeSession,
  call: Call,
  moved: (state: WalletState) => WalletState,
): Promise<void> {
  const { store, journal } = context;
  const number = Number(call.id);
  if (Number.isNaN(number)) {
    await store.change(moved);
    const reason = `Bad request: id ${JSON.stringify(call.id)} is not a number`;
    return answer(context, session, refusal(call.id, CODE.badRequest, reason));
  }
  if (number <= session.lastRequest) return store.change(moved);
  const state = store.get();
  const { version, played } = session;
  const read = readRequest(
    call,
    accountFor(state, session),
    Math.floor(context.now() / 1000),
    abilitiesOf(version, played, state.conduct.features),
  );
  const counted = (before: WalletState) =>
    withSession(moved(before), session, { lastRequest: number });

  if (read.kind === 'disconnect') {
    await store.change((before) => withoutSession(moved(before), session.id));
    await answer(context, session, { id: call.id, result: {} });
    return journal.add('done', `${session.manifest.name} disconnected`);
  }
  if (read.kind === 'refused') {
    await store.change(counted);
    await answer(context, session, read.answer);
    if ('error' in read.answer)
      journal.add('problem', `${session.manifest.name}: ${read.answer.error.message}`);
    return;
  }
  if (state.conduct.answer === 'never') {
    await store.change(counted);
    return journal.add('problem', `${call.method} of ${session.manifest.name} is left unanswered`);
  }
  const pending: Pending = {
    kind: 'call',
    id: context.newId(),
    at: context.now(),
    app: session.manifest,
    session: session.id,
    call,
  };
  await store.change((before) => {
    const next = counted(before);
    return { ...next, queue: [...next.queue, pending] };
  });
}

/** Takes a message from a bridge: each one is decrypted, judged, and queued or answered once. */
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
