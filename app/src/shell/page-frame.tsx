import { Suspense, use, useEffect, useLayoutEffect, useState } from 'react';
import { pageWindow } from '../start/page-window';
import { useConfig } from './config-context';
import { navigate, usePath } from './location';
import { arrivalOf, findRoute, type Route } from './route';

/** The first page as it stands in the skeleton, until its code is there. */
function StandingPage({ page }: { readonly page: Element }) {
  return <div className="page-place" ref={(place) => void place?.append(page)} />;
}

interface PageBodyProps {
  readonly route: Route;
  /** Path of the page that was shown last. */
  readonly shown: string;
  readonly onShow: (path: string) => void;
}

/**
 * Shows a page as soon as its code is there, and suspends until then. Moves focus to the heading of
 * a new page, but not of the first: nobody asked to be moved there.
 */
function PageBody({ route, shown, onShow }: PageBodyProps) {
  const page = use(arrivalOf(route));
  useLayoutEffect(() => {
    const heading = document.querySelector<HTMLElement>('main h1');
    if (shown === route.path) {
      // Asked for while the skeleton stood, which showed it at once; its link is gone with the focus.
      if (pageWindow().prichalPage?.pressed === 'link') heading?.focus({ preventScroll: true });
      return;
    }
    onShow(route.path);
    // Pages arrive softly from here on; the first stood there before the app did.
    document.documentElement.dataset.moved = '';
    scrollTo(0, 0);
    heading?.focus({ preventScroll: true });
  }, [route, shown, onShow]);
  return <page.default />;
}

/**
 * The page of the current path. Titles the document and sends unknown paths home; neither waits for the
 * page's code.
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
  // The first page goes on standing there should its code be late.
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
