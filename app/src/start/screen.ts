/**
 * State of the start: the app, or one of the start-up fallback screens, which are part of the HTML
 * and need no bundle. It is the value of `data-start` on the root element.
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
 * Shows a screen. The style sheet selects it by the attribute; `hidden` does the same for clients
 * that cannot read the style sheet. Can run before the body exists, and again later.
 */
export function showStart(state: StartState): void {
  document.documentElement.setAttribute('data-start', state);
  const app = document.getElementById('root');
  const fallback = document.getElementById('fallback');
  if (!app || !fallback) return;
  fallback.hidden = state === 'loading' || state === 'running';
  app.hidden = !fallback.hidden;
}
