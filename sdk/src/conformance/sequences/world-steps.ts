import type { ScriptedWallet, WalletRequest } from './scripted-wallet.js';
import type { Stage } from './stage.js';
import type { Step, Stray } from './steps.js';

/** Plays a step of wallets, bridges or the extension. Returns a problem, or null. */
export function playWorldStep(stage: Stage, step: Step): string | null {
  const { world, model, links } = stage;
  switch (step.does) {
    case 'follow': {
      const clientId = links.at(-1 - (step.link % Math.max(1, links.length)));
      if (clientId === undefined) return null;
      const wallet = world.wallet(step.wallet);
      if (step.approves) wallet.connect(world.bridge(step.bridge), clientId);
      else wallet.refuse(world.bridge(step.bridge), clientId);
      return null;
    }
    case 'answer': {
      const received = allRequests(stage);
      const chosen = received.at(-1 - (step.which % Math.max(1, received.length)));
      chosen?.wallet.answer(chosen.request, step.approves);
      return null;
    }
    case 'leave': {
      if (model.link.state !== 'connected') return null;
      const { bridge, clientId } = model.link.session;
      connectedWallet(stage)?.leave(bridge, clientId);
      return null;
    }
    case 'stray':
      sendStray(stage, step.what, step.bridge);
      return null;
    case 'decide':
      decide(stage, step.which, step.approves);
      return null;
    case 'answer-extension': {
      const { requests } = world.extension;
      const index = step.which % Math.max(1, requests.length);
      const request = world.extension.answer(index, step.approves);
      if (request) model.answer(null, request.id, step.approves ? {} : { error: {} });
      return null;
    }
    case 'leave-extension':
      world.extension.leave();
      if (model.link.state === 'connected-extension') model.end();
      return null;
    case 'fault':
      stage.goodbye = null;
      world.bridge(step.bridge).faults.push(step.fault);
      return null;
    case 'drop':
      world.bridge(step.bridge).drop();
      return null;
    case 'mode':
      stage.goodbye = null;
      world.bridge(step.bridge).setMode(step.mode);
      return null;
    default:
      return null;
  }
}

/** Requests that the wallets have received, and that can be answered. */
const allRequests = ({ world }: Stage): { wallet: ScriptedWallet; request: WalletRequest }[] =>
  world.wallets.flatMap((wallet) => wallet.requests.map((request) => ({ wallet, request })));

function connectedWallet({ world, model }: Stage): ScriptedWallet | undefined {
  const key = model.link.state === 'connected' ? model.link.session.walletKey : undefined;
  return world.wallets.find(({ crypto }) => crypto.sessionId === key);
}

function decide(stage: Stage, which: number, approves: boolean): void {
  const { page, model, world } = stage;
  const index = which % Math.max(1, page.asks.length);
  const [ask] = page.asks.splice(index, 1);
  if (!ask) return;
  world.extension.decide(index, approves);
  stage.later.push(() => {
    if (ask !== page.newestAsk || ask.isDeclined) return;
    if (approves) {
      stage.call += 1;
      model.connectExtension();
    } else if (model.link.state === 'asked-extension') {
      model.errors += 1;
      model.end();
    }
  });
}

/** Sends a message that the app must drop. */
function sendStray(stage: Stage, what: Stray, bridgeIndex: number): void {
  const { world, model, links } = stage;
  const session = model.link.state === 'connected' ? model.link.session : null;
  const clientId = model.streamsFor ?? links.at(-1);
  if (clientId === undefined) return;
  const bridge = session?.bridge ?? world.bridge(bridgeIndex);
  const wallet = connectedWallet(stage) ?? world.wallet(0);
  const from = wallet.crypto.sessionId;
  const raw = (data: string): void => bridge.put({ from, to: clientId, data, meaning: null });
  const envelope = (message: string): void => raw(JSON.stringify({ from, message }));
  const say = (message: object): void => wallet.send(bridge, clientId, message);
  const open = model.requests.find(({ outcome }) => outcome === 'open');
  const strays: Record<Stray, () => void> = {
    heartbeat: () => raw('heartbeat'),
    'not-json': () => raw('{"from":'),
    'not-base64': () => envelope('%%%'),
    'not-decryptable': () => envelope(btoa('x'.repeat(64))),
    'not-a-message': () => say([null]),
    'unknown-event': () => say({ event: 'unknown', id: wallet.nextEventId() }),
    'stale-event': () => say({ event: 'disconnect', id: 0, payload: {} }),
    'unknown-answer': () => say({ id: '999', result: 'stray' }),
    'answer-of-stranger': () =>
      world.stranger.send(bridge, clientId, { id: open?.id ?? '0', result: 'stolen' }),
    'disconnect-of-stranger': () => world.stranger.leave(bridge, clientId),
  };
  strays[what]();
}

/** Ends all faults. */
export function healWorld({ world, page }: Stage): void {
  for (const bridge of world.bridges) {
    bridge.faults.length = 0;
    bridge.setMode('up');
  }
  world.document.show(true);
  page.connector.unPauseConnection().catch(() => undefined);
  page.isPaused = false;
}

/**
 * Lets wallets answer all open requests. Returns the problem with a request that cannot be
 * answered, or null.
 */
export function answerAll(stage: Stage): string | null {
  const { world, model, page } = stage;
  for (const { id, clientId, outcome } of model.requests) {
    if (outcome !== 'open' || clientId === null) continue;
    const found = allRequests(stage).find(
      ({ request }) => request.clientId === clientId && request.id === id,
    );
    if (!found) return `request ${id} has not reached the wallet`;
    found.wallet.answer(found.request, true);
  }
  while (world.extension.requests.length > 0) {
    const request = world.extension.answer(0, true);
    if (request) model.answer(null, request.id, {});
  }
  if (model.link.state === 'asked') {
    const [stream] = world.streams;
    if (!stream) return 'no stream waits for the answer of a wallet';
    world.wallet(0).connect(stream.bridge, model.link.clientId);
  }
  if (model.link.state === 'connected' && world.streams[0]?.readyState !== 1) {
    return 'no stream to the wallet is open';
  }
  return page.connector.connected === model.isConnected ? null : 'the connection differs';
}
