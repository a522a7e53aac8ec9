/**
 * Which of the page's screens shows: the app, or one of the start-up fallback screens, which stand
 * in the HTML so that they need no bundle. The state is `data-start` on the root element.
 *
 * - `loading`: the skeleton, until the app renders (`running`)
 * - `outside`: not opened by Telegram
 * - `failed`: the client is too old, or the start failed
 */
export type StartState = 'loading' | 'running' | 'outside' | 'failed';

export function startState(): StartState {
  return document.documentElement.getAttribute('data-start') as StartState;
}

/**
 * Shows a screen. The style sheet goes by the attribute; `hidden` does the same for clients that
 * cannot read the style sheet. May run before there is a body, and again once there is one.
 */
export function showStart(state: StartState): void {
  document.documentElement.setAttribute('data-start', state);
  const app = document.getElementById('root');
  const fallback = document.getElementById('fallback');
  if (!app || !fallback) return;
  fallback.hidden = state === 'loading' || state === 'running';
  app.hidden = !fallback.hidden;
}
