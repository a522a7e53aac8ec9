import type { Locator } from '@playwright/test';
import { Part } from './part.js';

/** The notices of the widget, wherever they stand: on the page, or over an open sheet. */
export class Toasts extends Part {
  get root(): Locator {
    return this.place.getByRole('region', { name: this.names.toasts });
  }

  /** The notice with these words. */
  saying(text: string | RegExp): Locator {
    return this.root.getByRole('listitem').filter({ hasText: text });
  }
}
