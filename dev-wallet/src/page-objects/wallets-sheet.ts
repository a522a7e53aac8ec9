import type { Locator } from '@playwright/test';
import { button, Part } from './part.ts';

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The sheet with the wallets, whichever of its screens is shown. */
export class WalletsSheet extends Part {
  get root(): Locator {
    return this.place.getByRole('dialog');
  }

  /** The title of the screen, which is also the name of the dialog. */
  get title(): Locator {
    return this.root.getByRole('heading', { level: 2 });
  }

  get close(): Locator {
    return button(this.root, this.names.close);
  }

  get back(): Locator {
    return button(this.root, this.names.back);
  }

  get retry(): Locator {
    return button(this.root, this.names.retry);
  }

  /** Under a code; disabled while the code is being prepared. */
  get copyLink(): Locator {
    return button(this.root, this.names.copyLink);
  }

  /** What `copyLink` is for a moment, when it has worked. */
  get linkCopied(): Locator {
    return button(this.root, this.names.linkCopied);
  }

  get showQr(): Locator {
    return button(this.root, this.names.showQr);
  }

  /** On a phone's first screen, as is `qrTab`. */
  get walletsTab(): Locator {
    return this.#tab(this.names.walletsTab);
  }

  get qrTab(): Locator {
    return this.#tab(this.names.qrTab);
  }

  get viewAll(): Locator {
    return button(this.root, this.names.viewAll);
  }

  get whatIsWallet(): Locator {
    return button(this.root, this.names.whatIsWallet);
  }

  /** Why there is no connection, in the widget's words. */
  get problem(): Locator {
    return this.root.getByRole('alert');
  }

  /** The field that searches the list of all wallets. */
  get search(): Locator {
    return this.root.getByRole('searchbox');
  }

  /** A wallet's tile; a tile may say more than the name. */
  wallet(name: string): Locator {
    return this.root.getByRole('button', { name: new RegExp(`^${escaped(name)}(\\s|$)`) });
  }

  /** The ways to one wallet from a desktop. */
  mode(mode: 'mobile' | 'extension' | 'desktop'): Locator {
    return this.#tab(this.names[mode]);
  }

  /** Opens the list of all wallets and picks one. */
  async pickFromList(name: string): Promise<void> {
    await this.viewAll.click();
    await this.wallet(name).click();
  }

  #tab(name: string): Locator {
    return this.root.getByRole('tab', { name, exact: true });
  }
}
