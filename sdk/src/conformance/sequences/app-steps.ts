import { SESSION_KEY } from '../../session/connection-storage.js';
import { Call, RequestCall } from './calls.js';
import type { Stage } from './stage.js';
import type { Step } from './steps.js';
import { EXTENSION_KEY } from './world.js';

type ConnectStep = Extract<Step, { does: 'connect' }>;

/** A pending connection can be restored for this long, in ms. */
const PENDING_MS = 5 * 60_000;

/** Plays a step of the app. Returns a problem, or null. Ignores other steps. */
export function playAppStep(stage: Stage, step: Step): string | null {
  const { page, world, model } = stage;
  const { connector } = page;
  switch (step.does) {
    case 'connect':
      return connect(stage, step);
    case 'restore':
      return restore(stage);
    case 'send':
    case 'sign': {
      const request = model.send(step.does === 'send' ? 'sendTransaction' : 'signData');
      page.requests.push(new RequestCall(connector, request, step.does));
      return null;
    }
    case 'disconnect':
      return disconnect(stage);
    case 'pause':
      connector.pauseConnection();
      page.isPaused = true;
      return null;
    case 'unpause':
      page.calls.push(new Call(connector.unPauseConnection()));
      page.isPaused = false;
      return null;
    case 'hide':
    case 'show':
      world.document.show(step.does === 'show');
      page.isPaused = step.does === 'hide';
      return null;
    case 'online':
      world.window.dispatchEvent(new Event('online'));
      page.isPaused = world.document.hidden && page.isPaused;
      return null;
    case 'abort':
      abort(stage, step.which);
      return null;
    default:
      return null;
  }
}

function connect(stage: Stage, { to, bridge, abortable }: ConnectStep): string | null {
  const { page, world, model } = stage;
  const abort = new AbortController();
  const options = abortable ? { signal: abort.signal } : {};
  const several = world.bridges.map(({ url }) => ({ bridgeUrl: url }));
  const universalLink = 'https://alpha.example/connect';
  let link: string | undefined;
  try {
    if (to === 'extension')
      page.connector.connect({ jsBridgeKey: EXTENSION_KEY }, undefined, options);
    else if (to === 'several' && !stage.isSlow)
      link = page.connector.connect(several, undefined, options);
    else {
      const source = { bridgeUrl: world.bridge(bridge).url, universalLink };
      link = page.connector.connect(source, undefined, options);
    }
  } catch (error) {
    return model.isConnected ? null : `connect threw ${String(error)}`;
  }
  if (model.isConnected) return 'connect did not throw although a wallet is connected';
  stage.call += 1;
  if (link === undefined) {
    page.newestAsk = { isDeclined: false };
    page.asks.push(page.newestAsk);
    model.askExtension();
  } else {
    const clientId = new URL(link).searchParams.get('id') ?? '';
    stage.links.push(clientId);
    model.ask(clientId);
    page.isPaused = false;
  }
  if (abortable) page.connects.push({ abort, link: model.link });
  return null;
}

/** Restores the stored connection. */
export function restore(stage: Stage): null {
  const { page } = stage;
  page.calls.push(new Call(page.connector.restoreConnection()));
  stage.call += 1;
  const { call } = stage;
  stage.later.push(() => {
    if (call === stage.call) applyRestored(stage);
  });
  return null;
}

type Raw = {
  type: string;
  session?: { sessionKeyPair: { publicKey: string } };
  sessionCrypto?: { publicKey: string };
  createdAt?: number;
};

/** Effect of a restoration on the model. */
function applyRestored({ page, world, model }: Stage): void {
  const stored = world.items.get(SESSION_KEY);
  if (stored === undefined) return;
  const { type, session, sessionCrypto, createdAt = 0 } = JSON.parse(stored) as Raw;
  if (type === 'http' && !session && world.clock.now - createdAt > PENDING_MS) return;
  page.leftover = null;
  page.isPaused = false;
  if (type === 'injected') {
    if (world.extension.connected) model.restoreExtension();
    else model.end();
  } else if (session) {
    const known = model.sessions.get(session.sessionKeyPair.publicKey);
    if (known) model.restore(known);
  } else model.ask(sessionCrypto?.publicKey ?? '');
}

function disconnect(stage: Stage): string | null {
  const { page, world, model } = stage;
  const { link } = model;
  const call = new Call(page.connector.disconnect());
  if (!model.isConnected) return null;
  page.calls.push(call);
  stage.call += 1;
  stage.farewellUntil = world.clock.now + 12_000;
  model.end();
  if (link.state === 'connected') {
    const { clientId, bridge } = link.session;
    model.ended.add(clientId);
    if (bridge.mode === 'up' && bridge.faults.length === 0) stage.goodbye = clientId;
  }
  if (link.state === 'connected-extension' && world.extension.connected) {
    return 'the extension was not told of the disconnection';
  }
  return world.items.has(SESSION_KEY) ? 'disconnect left the session stored' : null;
}

function abort({ page, model }: Stage, which: number): void {
  const requests = page.requests.filter(({ call, model: of }) => of && call.state === 'open');
  const index = which % Math.max(1, requests.length + page.connects.length);
  const request = requests[index];
  const connecting = page.connects[index - requests.length];
  if (request?.model) {
    // The wallet can still answer a request that has been sent.
    if (request.model.outcome === 'open' && request.sent === 0) request.model.outcome = 'abort';
    request.abort.abort();
  } else if (connecting) {
    if (model.link === connecting.link) model.end();
    connecting.abort.abort();
  }
}
