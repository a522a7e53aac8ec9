import { useBackHandler } from '@prichal/telegram/react';
import { use, useEffect, useRef } from 'react';
import { Redirect, useLocation } from 'wouter';
import { findRoute, preload, type Route } from '../routes';
import { useConfig } from './config-context';
import { goBack } from './location';

/** Shows a page as soon as its code is there; suspends until then. */
function PageBody({ route }: { readonly route: Route }) {
  const Page = use(preload(route));
  return <Page />;
}

/**
 * The page of the current path. Titles the document, moves focus to the new heading (not on the
 * first page: nobody asked to be moved there), shows Telegram's Back everywhere but at home, and
 * sends unknown paths home.
 */
export function PageFrame() {
  const { product, routes } = useConfig();
  const [path] = useLocation();
  const route = findRoute(routes, path);
  const shownPath = useRef(path);

  useBackHandler(goBack, route !== undefined && route !== routes.home);

  useEffect(() => {
    if (!route) return;
    document.title = route === routes.home ? product.name : `${route.name} · ${product.name}`;
    if (shownPath.current === route.path) return;
    shownPath.current = route.path;
    scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [route, routes, product]);

  return route ? <PageBody route={route} /> : <Redirect to="/" replace />;
}
