import type { Locator } from '@playwright/test';
import { AccountMenu } from './account-menu.ts';
import { button, Part } from './part.ts';
import { WalletsSheet } from './wallets-sheet.ts';

/** Four characters, an ellipsis, four characters. */
const SHORT_ADDRESS = /[\w-]{4}…[\w-]{4}/;

/** The connect button: it is one button, and these are its states. */
export class ConnectButton extends Part {
  /** A stored session is being picked up. */
  get restoring(): Locator {
    return button(this.place, this.names.restoring);
  }

  get disconnected(): Locator {
    return button(this.place, this.names.connectWallet);
  }

  /** It shows the shortened address. */
  get connected(): Locator {
    return this.place.getByRole('button', { name: SHORT_ADDRESS });
  }

  /** What it opens while no wallet is connected. */
  get sheet(): WalletsSheet {
    return new WalletsSheet(this.place, this.options);
  }

  /** What it opens under the address. */
  get menu(): AccountMenu {
    return new AccountMenu(this.place, this.options);
  }

  /** Opens the sheet. */
  async openSheet(): Promise<WalletsSheet> {
    await this.disconnected.click();
    return this.sheet;
  }

  /** Opens the menu. */
  async openMenu(): Promise<AccountMenu> {
    await this.connected.click();
    return this.menu;
  }
}
