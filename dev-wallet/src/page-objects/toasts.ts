import type { Locator } from '@playwright/test';
import { button, Part } from './part.ts';

/** The widget's notices, on the page or over an open dialog. */
export class Toasts extends Part {
  get root(): Locator {
    return this.place.getByRole('region', { name: this.names.toasts });
  }

  /** The notice that asks the user to confirm a request in the wallet. */
  get confirm(): Locator {
    return this.saying(this.names.toastConfirm);
  }

  /** Returns the notice with this text. */
  saying(text: string | RegExp): Locator {
    return this.root.locator('> *').filter({ hasText: text });
  }

  /** Closes the notice with this text. */
  async close(text: string | RegExp): Promise<void> {
    await button(this.saying(text), this.names.closeToast).click();
  }
}
