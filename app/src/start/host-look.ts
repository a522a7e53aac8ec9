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
 * Introduces the page to its host, expands it to the full height, and keeps the colours of the page
 * and Telegram's bars in step with the theme. Does not wait for any answer.
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
    // A reload starts with the current colours.
    history.replaceState(history.state, '', location.pathname + launchHash());
  });
  bindViewport();
  bindSafeArea();
}

/** Tells the client that it can hide its loader, because the page is visible. */
export function tellReady(): void {
  afterFirstPaint(() => {
    ready();
    performance.mark('web_app_ready');
  });
}
