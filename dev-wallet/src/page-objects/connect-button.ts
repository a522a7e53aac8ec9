import type { Locator } from '@playwright/test';
import { AccountMenu } from './account-menu.ts';
import { button, Part } from './part.ts';
import { WalletsSheet } from './wallets-sheet.ts';

/** Shortened address: four characters, an ellipsis, four characters. */
const SHORT_ADDRESS = /[\w-]{4}…[\w-]{4}/;

/** The connect button. Its getters are the states of one button. */
export class ConnectButton extends Part {
  /** Busy: a stored session is being restored. */
  get restoring(): Locator {
    return button(this.place, this.names.restoring);
  }

  get disconnected(): Locator {
    return button(this.place, this.names.connectWallet);
  }

  /** Connected: shows the shortened address. */
  get connected(): Locator {
    return this.place.getByRole('button', { name: SHORT_ADDRESS });
  }

  /** The wallet dialog, which the button opens if no wallet is connected. */
  get sheet(): WalletsSheet {
    return new WalletsSheet(this.place, this.options);
  }

  /** The account menu, which the button opens if a wallet is connected. */
  get menu(): AccountMenu {
    return new AccountMenu(this.place, this.options);
  }

  /** Opens the wallet dialog. */
  async openSheet(): Promise<WalletsSheet> {
    await this.disconnected.click();
    return this.sheet;
  }

  /** Opens the account menu. */
  async openMenu(): Promise<AccountMenu> {
    await this.connected.click();
    return this.menu;
  }
}
