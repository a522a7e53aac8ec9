import { head } from '../host/head.js';

/** What Telegram's own script tells of itself, as far as it is read here. */
interface OfficialApp {
  readonly BackButton?: { readonly isVisible?: boolean };
  readonly isVerticalSwipesEnabled?: boolean;
}

interface OfficialWindow {
  readonly Telegram?: { readonly WebApp?: OfficialApp };
}

/** Something of the client's that is on or off, and that every script of a page can switch. */
export interface HostSwitch {
  readonly method: string;
  /** Mini Apps version that brought the method. */
  readonly since: string;
  /** The field of the method's data. */
  readonly field: string;
  /** How it is where nobody has said anything. */
  readonly initial: boolean;
  /** How Telegram's own script believes it to be. */
  readonly official: (app: OfficialApp) => boolean | undefined;
}

/** Switches it. Says nothing to a client that does not have it. */
export function setSwitch({ method, since, field }: HostSwitch, value: boolean): void {
  head().tell(method, since, { [field]: value });
}

/**
 * How the other scripts of this page want it: as they have told the client, else as Telegram's own
 * script believes. Undefined: it cannot be known, so nobody could put it back.
 */
export function wantedByOthers(one: HostSwitch): boolean | undefined {
  const { method, field, initial, official } = one;
  const told = head().toldByOthers(method);
  const app = (window as OfficialWindow).Telegram?.WebApp;
  return (
    (told as Record<string, boolean> | null | undefined)?.[field] ??
    (app && official(app)) ??
    (told === null ? initial : undefined)
  );
}
