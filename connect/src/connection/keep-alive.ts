import type { ITonConnect } from '@tonconnect/sdk';
import { type Gateway, gatewaysOf } from './gateways.js';

/** Milliseconds between two looks, and before the second try to open a stream. */
const LOOK = 2_000;
/** For as long a stream that was never seen open is left to the SDK, which gives up after 12 s. */
const PATIENCE = 15_000;
const LONGEST = 30_000;

/** What is known of a stream: not to be opened before `at`; `wait` follows the next failure. */
type Care = { at: number; wait: number; state?: 'opening' | 'failed' | undefined };

/**
 * Streams rest while the page is hidden and are opened again, from the last event seen, when it is
 * back: visible, taken out of the back-forward cache, or online. Until `signal` says stop.
 *
 * On a page that stays visible a timer looks after them: the SDK closes a stream at its first error,
 * be it a restart of the bridge, and waits to be woken, so that the wallet's answer never came. The
 * timer ends itself where there are none; call what is returned when there may be some.
 */
export function keepAlive(connector: ITonConnect, signal: AbortSignal): () => void {
  let cares = new WeakMap<Gateway, Care>();
  let timer: ReturnType<typeof setInterval> | undefined;

  const rest = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  const look = (): void => {
    const gateways = gatewaysOf(connector);
    for (const gateway of gateways) tend(gateway, cares);
    if (!gateways[0]) rest();
  };
  const watch = (): void => {
    if (!document.hidden && !signal.aborted) timer ??= setInterval(look, LOOK);
  };
  const follow = (event: Event): void => {
    const stays = event.type === 'pageshow' && !(event as PageTransitionEvent).persisted;
    if (document.hidden) {
      connector.pauseConnection();
      rest();
    } else if (!stays) {
      // All are being opened: none of them has failed yet.
      cares = new WeakMap();
      connector.unPauseConnection().catch(() => undefined);
      watch();
    }
  };
  for (const type of ['visibilitychange', 'pageshow', 'online']) {
    window.addEventListener(type, follow, { signal });
  }
  signal.addEventListener('abort', rest);
  return watch;
}

function tend(gateway: Gateway, cares: WeakMap<Gateway, Care>): void {
  const now = performance.now();
  const care = cares.get(gateway);
  if (!gateway.isClosed) cares.set(gateway, { at: 0, wait: LOOK });
  else if (!care) cares.set(gateway, { at: now + PATIENCE, wait: PATIENCE });
  else if (care.state === 'failed') {
    // Else the SDK itself tries every two seconds, and what it gave up on may open after all and
    // swallow messages. Not at once: a try that is just beginning cannot be called off.
    gateway.pause();
    care.state = undefined;
    care.at = now + care.wait * (0.75 + Math.random() / 2);
    care.wait = Math.min(2 * care.wait, LONGEST);
  } else if (!care.state && !gateway.isConnecting && now >= care.at) void open(gateway, care);
}

async function open(gateway: Gateway, care: Care): Promise<void> {
  care.state = 'opening';
  try {
    await gateway.unPause();
    care.state = undefined;
  } catch {
    care.state = 'failed';
  }
}
