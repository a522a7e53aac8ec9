import { useBackHandler } from '@prichal/telegram/react';
import { type RefObject, Suspense, use, useEffect, useLayoutEffect, useRef } from 'react';
import { arrivalOf, findRoute, type Route } from '../routes';
import { useConfig } from './config-context';
import { goBack, navigate, usePath } from './location';

/** The first page as it stands in the skeleton. */
const standing = document.querySelector('#main > .page');

function StandingPage() {
  return <div className="page-place" ref={(place) => void (standing && place?.append(standing))} />;
}

interface PageBodyProps {
  readonly route: Route;
  /** Path of the page that was shown last. */
  readonly shown: RefObject<string>;
}

/**
 * Shows a page as soon as its code is there, and suspends until then. Moves focus to the heading of
 * a new page, but not of the first: nobody asked to be moved there.
 */
function PageBody({ route, shown }: PageBodyProps) {
  const Page = use(arrivalOf(route));
  useLayoutEffect(() => {
    if (shown.current === route.path) return;
    shown.current = route.path;
    // Pages arrive softly from here on; the first stood there before the app did.
    document.documentElement.dataset.moved = '';
    scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [route, shown]);
  return <Page />;
}

/**
 * The page of the current path. Titles the document, shows Telegram's Back everywhere but at home,
 * and sends unknown paths home. Neither waits for the page's code.
 */
export function PageFrame() {
  const { product, routes } = useConfig();
  const path = usePath();
  const route = findRoute(routes, path);
  const shown = useRef(path);

  useBackHandler(goBack, route !== undefined && route !== routes.home);

  useEffect(() => {
    if (!route) {
      navigate('/', { replace: true });
      return;
    }
    document.title = route === routes.home ? product.name : `${route.name} · ${product.name}`;
  }, [route, routes, product]);

  if (!route) return null;
  // The first page goes on standing there should its code be late.
  const stands = standing !== null && shown.current === path;
  return (
    <Suspense fallback={stands ? <StandingPage /> : <div className="page page-awaited" />}>
      <PageBody route={route} shown={shown} />
    </Suspense>
  );
}
