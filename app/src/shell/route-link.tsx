import { hapticSelection } from '@prichal/telegram';
import type { MouseEvent, ReactNode } from 'react';
import { preload, type Route } from '../routes';
import { navigate } from './location';

interface RouteLinkProps {
  readonly route: Route;
  readonly className: string;
  readonly current: boolean;
  readonly tab?: string;
  readonly children: ReactNode;
}

/** Whether the press asks for this window: with a key held, or another button, it is the browser's. */
function isPlain({ button, metaKey, ctrlKey, altKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || ctrlKey || altKey || shiftKey);
}

/** A link to one of our pages, whose code is on its way from the moment the finger is down. */
export function RouteLink({ route, className, current, tab, children }: RouteLinkProps) {
  const follow = (event: MouseEvent) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    hapticSelection();
    navigate(route.path, { tab });
  };
  return (
    <a
      href={route.path}
      className={className}
      aria-current={current ? 'page' : undefined}
      data-ripple=""
      onPointerDown={() => preload(route)}
      onClick={follow}
    >
      {children}
    </a>
  );
}
