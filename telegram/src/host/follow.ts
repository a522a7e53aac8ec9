import { head } from './head.js';
import type { Handler } from './inbox.js';

/**
 * Asks the host for what it keeps telling by itself: sends `web_app_request_…` and hears `…_changed`.
 * Waits for nothing: some clients never answer. Returns a function that stops it.
 *
 * @param since Mini Apps version that brought the question.
 */
export function follow(name: string, handler: Handler, since?: string): () => void {
  const { on, tell } = head();
  const ask = () => tell(`web_app_request_${name}`, since);
  const stops = [
    on(`${name}_changed`, handler),
    // iOS sends new sizes after this event, some clients none at all.
    on('fullscreen_changed', ask),
  ];
  ask();
  return () => {
    for (const stop of stops) stop();
  };
}
