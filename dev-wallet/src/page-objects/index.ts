/**
 * Page objects for Playwright tests of an app that uses the widget `@prichal/connect`. They find controls
 * by role and name, as a user does, so that a test does not depend on the widget's markup.
 *
 * ```ts
 * const connect = new ConnectButton(page, { language: 'ru' });
 * const sheet = await connect.openSheet();
 * await sheet.wallet('Tonkeeper').click();
 * await expect(sheet.title).toHaveText('Tonkeeper');
 * ```
 */
export { AccountMenu } from './account-menu.ts';
export { ActionModal } from './action-modal.ts';
export { ConnectButton } from './connect-button.ts';
export { type Language, NAMES, type Names } from './names.ts';
export type { PartOptions, Place } from './part.ts';
export { Toasts } from './toasts.ts';
export { WalletsSheet } from './wallets-sheet.ts';
