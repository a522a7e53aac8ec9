import { renderToStaticMarkup } from 'react-dom/server';
import About from '../pages/about';
import Buy from '../pages/buy';
import Home from '../pages/home';
import Wheel from '../pages/wheel';
import { Shell } from '../shell/shell';
import { WalletSkeleton } from '../wallet/wallet-skeleton';
import { FallbackScreen } from './fallback-screen';

/** By path; `/buy-` stands for whatever the product is called. */
const PAGES = { '/': Home, '/wheel': Wheel, '/about': About, '/buy-': Buy };

/**
 * What stands in the HTML before any bundle runs, rendered at build time: the shell itself, so that
 * nothing moves when the app takes its place, and the fallback screen. The shell is inert: a link
 * pressed now would leave the page and lose Telegram's parameters.
 */
export function skeletonHtml(): string {
  return renderToStaticMarkup(
    <div inert>
      <Shell connect={<WalletSkeleton />}>{null}</Shell>
    </div>,
  );
}

/**
 * Each page of the app, for the skeleton to be filled with the one that is wanted. Of a drawing there
 * is only its place: what it is drawn of would be half of the pages' weight, and comes with their code.
 */
export function pagesHtml(): string {
  const pages = renderToStaticMarkup(
    Object.entries(PAGES).map(([path, Page]) => (
      <template key={path} id={`page${path}`}>
        <Page />
      </template>
    )),
  );
  return pages.replace(/(<svg[^>]*>).*?<\/svg>/g, '$1</svg>');
}

export function fallbackHtml(): string {
  return renderToStaticMarkup(<FallbackScreen />);
}
