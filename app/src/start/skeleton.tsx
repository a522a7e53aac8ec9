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

/** Pages by path. `/buy-` is the path of the product's page, without the product's slug. */
const PAGES = { '/': Home, '/wheel': Wheel, '/about': About, '/buy-': Buy };

/** The head replaces `{}` with the product's name (skeleton-fill.ts). */
const NAMELESS = appConfig({ product: { name: '{}', slug: '' } });

/**
 * Renders the HTML that is visible before any bundle runs: the fallback screen and the shell. They
 * are rendered at build time from the app's own components, so that nothing moves when the app
 * takes over. The head handles presses in it (skeleton-press.ts).
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
 * Renders each page as a template, from which the head fills the skeleton. Drawings are empty
 * boxes: their paths would be half of the pages' size and load with the pages' code.
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
