/**
 * Which of the page's screens shows: the app, or one of the start-up fallback screens, which stand
 * in the HTML so that they need no bundle. The state is `data-start` on the root element.
 *
 * - `loading`: the skeleton, until the app renders (`running`)
 * - `outside`: not opened by Telegram
 * - `failed`: the client is too old, or the start failed
 */
export type StartState = 'loading' | 'running' | 'outside' | 'failed';

export function showStart(state: StartState): void {
  document.documentElement.dataset.start = state;
}
