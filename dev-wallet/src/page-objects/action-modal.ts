import type { Locator } from '@playwright/test';
import { button, Part } from './part.ts';

/** The dialog of a request to the connected wallet: pending, or with its result. */
export class ActionModal extends Part {
  get root(): Locator {
    return this.place.getByRole('dialog');
  }

  /** Title, which is also the dialog's accessible name. */
  get title(): Locator {
    return this.root.getByRole('heading', { level: 2 });
  }

  /** Close button: cancels a pending request, or closes a result. */
  get close(): Locator {
    return button(this.root, this.names.close);
  }

  /** Cancels a pending request. */
  get cancel(): Locator {
    return button(this.root, this.names.cancel);
  }

  /** Closes a result. */
  get gotIt(): Locator {
    return button(this.root, this.names.gotIt);
  }

  /** Opens the wallet if it is reached by a link. Disabled until the request has been sent. */
  openWallet(name: string): Locator {
    return button(this.root, this.names.open(name)).or(
      button(this.root, this.names.openAgain(name)),
    );
  }
}
