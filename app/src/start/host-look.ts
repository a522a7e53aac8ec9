import {
  bindSafeArea,
  bindViewport,
  expand,
  launchHash,
  ready,
  setBarColors,
  theme,
} from '@prichal/telegram';
import { paint } from '../theme/paint';
import { afterFirstPaint } from './after-first-paint';

/**
 * Introduces the page to its host, takes the whole height, and keeps page and Telegram's bars in the
 * colours of the theme. Waits for nothing and nobody.
 */
export function dressHost(): void {
  expand();
  const repaint = () => {
    const { page, bar } = paint(theme.get());
    setBarColors({ header: page.ground, background: page.ground, bottom_bar: bar.ground });
  };
  repaint();
  theme.subscribe(() => {
    repaint();
    // A reload begins in the colours of this moment.
    history.replaceState(history.state, '', location.pathname + launchHash());
  });
  bindViewport();
  bindSafeArea();
}

/** Lets the client take its loader away, as soon as there is something to see. */
export function tellReady(): void {
  afterFirstPaint(() => {
    ready();
    performance.mark('web_app_ready');
  });
}
