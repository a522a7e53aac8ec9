import { renderToStaticMarkup } from 'react-dom/server';
import About from '../pages/about';
import Buy from '../pages/buy';
import Home from '../pages/home';
import Wheel from '../pages/wheel';
import { ConfigContext } from '../shell/config-context';
import { Shell } from '../shell/shell';
import { WalletSkeleton } from '../wallet/wallet-skeleton';
import { appConfig } from './app-config';
import { FallbackScreen } from './fallback-screen';

/** By path; `/buy-` stands for whatever the product is called. */
const PAGES = { '/': Home, '/wheel': Wheel, '/about': About, '/buy-': Buy };

/** The head puts the product's name in place of `{}` (skeleton-fill.ts). */
const NAMELESS = appConfig({ product: { name: '{}', slug: '' } });

/**
 * What stands in the HTML before any bundle runs, rendered at build time: the shell itself, so that
 * nothing moves when the app takes its place, and the fallback screen. What is pressed in it is followed or
 * kept by the head (skeleton-press.ts).
 */
export function skeletonHtml(): string {
  return renderToStaticMarkup(
    <ConfigContext value={NAMELESS}>
      <div data-skeleton="">
        <Shell connect={<WalletSkeleton />}>{null}</Shell>
      </div>
    </ConfigContext>,
  );
}

/**
 * Each page of the app, for the skeleton to be filled with the one that is wanted. Of a drawing there
 * is only its place: what it is drawn of would be half of the pages' weight, and comes with their code.
 */
export function pagesHtml(): string {
  const pages = renderToStaticMarkup(
    <ConfigContext value={NAMELESS}>
      {Object.entries(PAGES).map(([path, Page]) => (
        <template key={path} id={`page${path}`}>
          <Page />
        </template>
      ))}
    </ConfigContext>,
  );
  return pages.replace(/(<svg[^>]*>).*?<\/svg>/g, '$1</svg>');
}

export function fallbackHtml(): string {
  return renderToStaticMarkup(<FallbackScreen />);
}
