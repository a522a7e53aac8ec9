import type { ITonConnect } from '@tonconnect/sdk';
import { type Gateway, gatewaysOf } from './gateways.js';

/** Pause between two checks of the streams, and before the second try to open one, ms. */
const CHECK_MS = 2_000;
/** How long a stream that was never seen open is left to the SDK, which gives up after 12 s, ms. */
const LEFT_TO_SDK_MS = 15_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * State of one stream: it is not opened before `at` (ms of `performance.now()`); `wait` ms follow
 * its next failure.
 */
type StreamState = { at: number; wait: number; state?: 'opening' | 'failed' | undefined };

/**
 * Streams rest while the page is hidden and are opened again, from the last event seen, when it is
 * back: visible, taken out of the back-forward cache, or online. Until `signal` says stop.
 *
 * On a page that stays visible a timer looks after them: the SDK closes a stream at its first error,
 * be it a restart of the bridge, and waits to be woken, so that the wallet's answer never came. The
 * timer ends itself where there are none; call what is returned when there may be some.
 */
export function keepAlive(connector: ITonConnect, signal: AbortSignal): () => void {
  let states = new WeakMap<Gateway, StreamState>();
  let timer: ReturnType<typeof setInterval> | undefined;

  const stopTimer = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  const check = (): void => {
    const gateways = gatewaysOf(connector);
    for (const gateway of gateways) checkGateway(gateway, states);
    if (!gateways[0]) stopTimer();
  };
  const watch = (): void => {
    if (!document.hidden && !signal.aborted) timer ??= setInterval(check, CHECK_MS);
  };
  const follow = (event: Event): void => {
    const stays = event.type === 'pageshow' && !(event as PageTransitionEvent).persisted;
    if (document.hidden) {
      connector.pauseConnection();
      stopTimer();
    } else if (!stays) {
      // The SDK reopens all streams now, so earlier failures no longer count.
      states = new WeakMap();
      connector.unPauseConnection().catch(() => undefined);
      watch();
    }
  };
  for (const type of ['visibilitychange', 'pageshow', 'online']) {
    window.addEventListener(type, follow, { signal });
  }
  signal.addEventListener('abort', stopTimer);
  return watch;
}

function checkGateway(gateway: Gateway, states: WeakMap<Gateway, StreamState>): void {
  const now = performance.now();
  const stream = states.get(gateway);
  if (!gateway.isClosed) states.set(gateway, { at: 0, wait: CHECK_MS });
  else if (!stream) states.set(gateway, { at: now + LEFT_TO_SDK_MS, wait: LEFT_TO_SDK_MS });
  else if (stream.state === 'failed') {
    // Without the pause the SDK itself would try every two seconds, and a stream that it gave up on
    // could still open and swallow messages. It is paused here and not right after the failure,
    // because a try that is just beginning cannot be stopped.
    gateway.pause();
    stream.state = undefined;
    stream.at = now + stream.wait * (0.75 + Math.random() / 2);
    stream.wait = Math.min(2 * stream.wait, LONGEST_PAUSE_MS);
  } else if (!stream.state && !gateway.isConnecting && now >= stream.at) void open(gateway, stream);
}

async function open(gateway: Gateway, stream: StreamState): Promise<void> {
  stream.state = 'opening';
  try {
    await gateway.unPause();
    stream.state = undefined;
  } catch {
    stream.state = 'failed';
  }
}
