import { head } from '../host/head.js';

/** The part of Telegram's `window.Telegram.WebApp` that this package reads. */
interface OfficialApp {
  readonly BackButton?: { readonly isVisible?: boolean };
  readonly isVerticalSwipesEnabled?: boolean;
}

interface OfficialWindow {
  readonly Telegram?: { readonly WebApp?: OfficialApp };
}

/** A setting of the client that is on or off, and that every script of the page can change. */
export interface HostSwitch {
  readonly method: string;
  /** Mini Apps version that introduced the method. */
  readonly since: string;
  /** Field of the method's data. */
  readonly field: string;
  /** Value if no script has set it. */
  readonly initial: boolean;
  /** Returns the value that Telegram's own script has. */
  readonly official: (app: OfficialApp) => boolean | undefined;
}

/** Sends the value. Clients that are too old for the method get no message. */
export function setSwitch({ method, since, field }: HostSwitch, value: boolean): void {
  head().tell(method, since, { [field]: value });
}

/**
 * Returns the value that the other scripts of this page have set: the last one that they sent to the client,
 * else the one of Telegram's own script. Undefined if it is unknown and cannot be restored.
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
