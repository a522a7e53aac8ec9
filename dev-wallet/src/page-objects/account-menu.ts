import type { Locator } from '@playwright/test';
import { Part } from './part.ts';

/** The menu under the address. */
export class AccountMenu extends Part {
  get root(): Locator {
    return this.place.getByRole('menu');
  }

  get copyAddress(): Locator {
    return this.#item(this.names.copyAddress);
  }

  /** What `copyAddress` is for a second, when it has worked. */
  get addressCopied(): Locator {
    return this.#item(this.names.addressCopied);
  }

  get disconnect(): Locator {
    return this.#item(this.names.disconnect);
  }

  #item(name: string): Locator {
    return this.root.getByRole('menuitem', { name, exact: true });
  }
}
