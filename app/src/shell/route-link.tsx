import { hapticSelection } from '@prichal/telegram';
import type { MouseEvent, ReactNode } from 'react';
import { navigate } from './location';
import { isPlainPress } from './plain-press';
import { preload, type Route } from './route';

interface RouteLinkProps {
  readonly route: Route;
  readonly className: string;
  readonly current: boolean;
  readonly tab?: string;
  readonly children: ReactNode;
}

/** Link to a page of the app. Starts loading the page's code at pointerdown. */
export function RouteLink({ route, className, current, tab, children }: RouteLinkProps) {
  const follow = (event: MouseEvent) => {
    if (!isPlainPress(event)) return;
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
