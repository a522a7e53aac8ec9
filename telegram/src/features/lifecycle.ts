import { head } from '../host/head.js';

/** Tells the client that the first paint is done: its loading screen goes. */
export function ready(): void {
  head().tell('web_app_ready');
}

/** Asks for the full height of the screen; clients without half-open sheets ignore it. */
export function expand(): void {
  head().tell('web_app_expand');
}

/** Closes the app. */
export function close(): void {
  head().tell('web_app_close');
}

/**
 * Asks the client to confirm before the visitor closes the app. Only switches on: Telegram Web A
 * takes either value for "on".
 */
export function confirmClosing(): void {
  head().tell('web_app_setup_closing_behavior', '6.2', { need_confirmation: true });
}
