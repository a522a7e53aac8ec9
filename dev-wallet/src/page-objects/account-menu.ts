import type { Locator } from '@playwright/test';
import { Part } from './part.ts';

/** The account menu under the address. */
export class AccountMenu extends Part {
  get root(): Locator {
    return this.place.getByRole('menu');
  }

  get copyAddress(): Locator {
    return this.#item(this.names.copyAddress);
  }

  /** The `copyAddress` item for a second after the address was copied. */
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
