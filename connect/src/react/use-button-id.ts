import { useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** The peer's id of its button. Apps find it by that, and press it. */
const ID = 'ton-connect-button';

/** The buttons that stand on the page, the first of them first. */
let standing: readonly symbol[] = [];
const listeners = new Set<() => void>();

function stand(buttons: readonly symbol[]): void {
  standing = buttons;
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The id of a connect button: an id is one element's, so that of several the first has it. */
export function useButtonId(): string | undefined {
  const [own] = useState(Symbol);
  const first = useSyncExternalStore(
    subscribe,
    () => standing[0],
    () => undefined,
  );
  // Before the page is painted, and before the effects of the host.
  useLayoutEffect(() => {
    stand([...standing, own]);
    return () => stand(standing.filter((one) => one !== own));
  }, [own]);
  return first === undefined || first === own ? ID : undefined;
}
