import type { MouseEvent, ReactNode } from 'react';
import { useSyncExternalStore } from 'react';

const CHANGED = 'path-changed';

/** Navigates to a path and keeps the launch parameters in the address. */
export function navigate(path: string): void {
  history.pushState(null, '', path + location.hash);
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  window.addEventListener('popstate', listener);
  return () => {
    window.removeEventListener(CHANGED, listener);
    window.removeEventListener('popstate', listener);
  };
}

export const usePath = (): string => useSyncExternalStore(subscribe, () => location.pathname);

interface LinkProps {
  readonly to: string;
  readonly className: string;
  readonly children: ReactNode;
}

export function Link({ to, className, children }: LinkProps) {
  const isHere = usePath() === to;
  const follow = (event: MouseEvent) => {
    event.preventDefault();
    navigate(to);
  };
  return (
    <a href={to} className={className} aria-current={isHere ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  );
}
