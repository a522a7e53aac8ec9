import { head } from '../host/head.js';

/** Notifies the client that the app has painted, so that it hides its loading screen. */
export function ready(): void {
  head().tell('web_app_ready');
}

/** Requests the full height of the screen. Clients without half-height sheets ignore it. */
export function expand(): void {
  head().tell('web_app_expand');
}

/** Closes the app. */
export function close(): void {
  head().tell('web_app_close');
}

/**
 * Makes the client ask for confirmation before the user closes the app. Cannot be switched off: Telegram Web
 * A treats both values as on.
 */
export function confirmClosing(): void {
  head().tell('web_app_setup_closing_behavior', '6.2', { need_confirmation: true });
}
