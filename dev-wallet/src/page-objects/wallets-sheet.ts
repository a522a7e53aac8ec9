import type { Locator } from '@playwright/test';
import { button, Part } from './part.ts';

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The wallet dialog, on any of its screens. */
export class WalletsSheet extends Part {
  get root(): Locator {
    return this.place.getByRole('dialog');
  }

  /** The title of the screen, which is also the dialog's accessible name. */
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

  /** Button under a QR code. Disabled while the link is being prepared. */
  get copyLink(): Locator {
    return button(this.root, this.names.copyLink);
  }

  /** The `copyLink` button for a moment after the link was copied. */
  get linkCopied(): Locator {
    return button(this.root, this.names.linkCopied);
  }

  get showQr(): Locator {
    return button(this.root, this.names.showQr);
  }

  /** Tab of the first screen on a phone, like `qrTab`. */
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

  /** Message that says why the connection failed. */
  get problem(): Locator {
    return this.root.getByRole('alert');
  }

  /** Search field of the list of all wallets. */
  get search(): Locator {
    return this.root.getByRole('searchbox');
  }

  /** Returns a wallet's tile. Its name may contain more than the wallet's name. */
  wallet(name: string): Locator {
    return this.root.getByRole('button', { name: new RegExp(`^${escaped(name)}(\\s|$)`) });
  }

  /** Returns the tab for a way to connect a wallet on a desktop. */
  mode(mode: 'mobile' | 'extension' | 'desktop'): Locator {
    return this.#tab(this.names[mode]);
  }

  /** Opens the list of all wallets and clicks one. */
  async pickFromList(name: string): Promise<void> {
    await this.viewAll.click();
    await this.wallet(name).click();
  }

  #tab(name: string): Locator {
    return this.root.getByRole('tab', { name, exact: true });
  }
}
