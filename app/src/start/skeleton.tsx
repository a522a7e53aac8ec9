import { renderToStaticMarkup } from 'react-dom/server';
import { Shell } from '../shell/shell';
import { WalletSkeleton } from '../wallet/wallet-skeleton';
import { FallbackScreen } from './fallback-screen';

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

export function fallbackHtml(): string {
  return renderToStaticMarkup(<FallbackScreen />);
}
