import { haptic } from '@prichal/telegram';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { preload, type Route } from '../routes';

interface RouteLinkProps {
  readonly route: Route;
  readonly className: string;
  readonly current: boolean;
  readonly tab?: string;
  readonly children: ReactNode;
}

/** A link to one of our pages, whose code is on its way from the moment the finger is down. */
export function RouteLink({ route, className, current, tab, children }: RouteLinkProps) {
  return (
    <Link
      href={route.path}
      className={className}
      state={tab === undefined ? null : { tab }}
      aria-current={current ? 'page' : undefined}
      data-ripple=""
      onPointerDown={() => preload(route)}
      onClick={() => haptic('selection')}
    >
      {children}
    </Link>
  );
}
