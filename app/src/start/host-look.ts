import { bindSafeArea, expand, setBarColors, theme } from '@prichal/telegram';
import { paint } from '../theme/paint';

/** Takes the whole height, and keeps page and Telegram's bars in the colours of the theme. */
export function dressHost(): void {
  expand();
  const repaint = () => {
    const { page, bar } = paint(theme.get());
    setBarColors({ header: page.ground, background: page.ground, bottom: bar.ground });
  };
  bindSafeArea();
  theme.subscribe(repaint);
  repaint();
}
