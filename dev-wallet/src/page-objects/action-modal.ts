import type { Locator } from '@playwright/test';
import { button, Part } from './part.ts';

/** The dialog of a request to the connected wallet: what it waits for, or what has become of it. */
export class ActionModal extends Part {
  get root(): Locator {
    return this.place.getByRole('dialog');
  }

  /** What it is about, which is also the name of the dialog. */
  get title(): Locator {
    return this.root.getByRole('heading', { level: 2 });
  }

  /** The cross: gives a request that waits up; puts a result away. */
  get close(): Locator {
    return button(this.root, this.names.close);
  }

  /** Gives a request that waits up. */
  get cancel(): Locator {
    return button(this.root, this.names.cancel);
  }

  /** Puts a result away. */
  get gotIt(): Locator {
    return button(this.root, this.names.gotIt);
  }

  /** Opens the wallet, where it is reached by a link; disabled until the request is there. */
  openWallet(name: string): Locator {
    return button(this.root, this.names.open(name)).or(
      button(this.root, this.names.openAgain(name)),
    );
  }
}
