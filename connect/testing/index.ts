/**
 * Page objects for tests of an app that uses the widget, with Playwright. They find what a person
 * finds, by role and name, so that a test does not break with the widget's markup.
 *
 * ```ts
 * const connect = new ConnectButton(page, { language: 'ru' });
 * const sheet = await connect.openSheet();
 * await sheet.wallet('Tonkeeper').click();
 * await expect(sheet.title).toHaveText('Tonkeeper');
 * ```
 */
export { AccountMenu } from './account-menu.js';
export { ActionModal } from './action-modal.js';
export { ConnectButton } from './connect-button.js';
export { type Language, NAMES, type Names } from './names.js';
export type { PartOptions, Place } from './part.js';
export { Toasts } from './toasts.js';
export * from './unit.js';
export { WalletsSheet } from './wallets-sheet.js';
