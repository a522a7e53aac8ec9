import { useLayoutEffect, useState } from 'react';

/** The peer's id of its button. Apps find it by that, and press it. */
const ID = 'ton-connect-button';

/** What the buttons that stand on the page are told their ids by, the first of them first. */
const standing = new Set<(id: string | undefined) => void>();

function nameTheFirst(): void {
  let id: string | undefined = ID;
  for (const name of standing) {
    name(id);
    id = undefined;
  }
}

/** The id of a connect button: an id is one element's, so that of several the first has it. */
export function useButtonId(): string | undefined {
  const [id, name] = useState<string | undefined>(ID);
  // Before the page is painted, and before the effects of the host.
  useLayoutEffect(() => {
    standing.add(name);
    nameTheFirst();
    return () => {
      standing.delete(name);
      nameTheFirst();
    };
  }, []);
  return id;
}
