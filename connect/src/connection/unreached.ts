import type { ITonConnect } from '@tonconnect/sdk';
import { type Gateway, gatewaysOf } from './gateways.js';

/** Pause between two looks at the streams, ms. */
const LOOK_MS = 1_000;
/** How long a stream is not open before its bridge is named, ms. */
const NAMED_AFTER_MS = 8_000;

/**
 * Tells which bridges of a connect request cannot be reached: their streams have not been open for eight
 * seconds, whether they are refused, fail or hang. The SDK goes on trying meanwhile. `onChange` is called
 * with their addresses whenever they change. Returns what ends it.
 */
export function watchUnreached(
  connector: ITonConnect,
  onChange: (bridges: readonly string[]) => void,
): () => void {
  const closedSince = new Map<Gateway, number>();
  let told = '';
  const look = (): void => {
    // Streams rest while nobody looks at the page (keep-alive.ts).
    if (globalThis.document?.hidden) closedSince.clear();
    const now = performance.now();
    const lost = gatewaysOf(connector).filter((gateway) => {
      if (!gateway.isClosed) closedSince.delete(gateway);
      else if (!closedSince.has(gateway)) closedSince.set(gateway, now);
      return now - (closedSince.get(gateway) ?? now) >= NAMED_AFTER_MS;
    });
    const bridges = lost.map(({ bridgeUrl }) => String(bridgeUrl));
    if (told === bridges.join()) return;
    told = bridges.join();
    onChange(bridges);
  };
  const timer = setInterval(look, LOOK_MS);
  look();
  return () => clearInterval(timer);
}
