import type { Locator } from '@playwright/test';
import { button, Part } from './part.ts';

/** The notices of the widget, wherever they stand: on the page, or over an open sheet. */
export class Toasts extends Part {
  get root(): Locator {
    return this.place.getByRole('region', { name: this.names.toasts });
  }

  /** What asks to confirm a request in the wallet. */
  get confirm(): Locator {
    return this.saying(this.names.toastConfirm);
  }

  /** The notice with these words. */
  saying(text: string | RegExp): Locator {
    return this.root.locator('> *').filter({ hasText: text });
  }

  /** Puts the notice with these words away. */
  async close(text: string | RegExp): Promise<void> {
    await button(this.saying(text), this.names.closeToast).click();
  }
}
