import { Suspense, use, useEffect, useLayoutEffect, useState } from 'react';
import { pageWindow } from '../start/page-window';
import { useConfig } from './config-context';
import { navigate, usePath } from './location';
import { arrivalOf, findRoute, type Route } from './route';

/** The first page as rendered in the skeleton, shown until its code has loaded. */
function StandingPage({ page }: { readonly page: Element }) {
  return <div className="page-place" ref={(place) => void place?.append(page)} />;
}

interface PageBodyProps {
  readonly route: Route;
  /** Path of the previously shown page. */
  readonly shown: string;
  readonly onShow: (path: string) => void;
}

/**
 * Shows a page and suspends until its code has loaded. Moves focus to the heading of a new page,
 * but not of the first page, because the user did not navigate there.
 */
function PageBody({ route, shown, onShow }: PageBodyProps) {
  const page = use(arrivalOf(route));
  useLayoutEffect(() => {
    const heading = document.querySelector<HTMLElement>('main h1');
    if (shown === route.path) {
      // The user opened this page from the skeleton. The pressed link is gone, and its focus with
      // it.
      if (pageWindow().prichalPage?.pressed === 'link') heading?.focus({ preventScroll: true });
      return;
    }
    onShow(route.path);
    // Every page after the first fades in. The first was visible before the app started.
    document.documentElement.dataset.moved = '';
    scrollTo(0, 0);
    heading?.focus({ preventScroll: true });
  }, [route, shown, onShow]);
  return <page.default />;
}

/**
 * Renders the page of the current path, sets the document title, and redirects unknown paths home.
 * The title and the redirect do not wait for the page's code.
 */
export function PageFrame() {
  const { product, routes } = useConfig();
  const path = usePath();
  const route = findRoute(routes, path);
  const [shown, setShown] = useState(path);
  const [standing] = useState(() => document.querySelector('#main > .page'));

  useEffect(() => {
    if (!route) {
      navigate('/', { replace: true });
      return;
    }
    document.title = route === routes.home ? product.name : `${route.name} · ${product.name}`;
  }, [route, routes, product]);

  if (!route) return null;
  // The skeleton's page stays visible if the first page's code is late.
  const stands = standing !== null && shown === path;
  const fallback = stands ? (
    <StandingPage page={standing} />
  ) : (
    <div className="page page-awaited" />
  );
  return (
    <Suspense fallback={fallback}>
      <PageBody route={route} shown={shown} onShow={setShown} />
    </Suspense>
  );
}
