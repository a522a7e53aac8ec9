import { pushBackHandler } from '@prichal/telegram';
import { goBack, onMove } from './location';
import { findRoute, type Routes } from './route';

/** Shows Telegram's Back button on every page except home. A press goes one step back. */
export function installBack(routes: Routes): void {
  let release: (() => void) | undefined;
  const update = () => {
    const route = findRoute(routes, location.pathname);
    const isWanted = route !== undefined && route !== routes.home;
    if (isWanted === (release !== undefined)) return;
    release?.();
    release = isWanted ? pushBackHandler(goBack) : undefined;
  };
  onMove(update);
  update();
}
