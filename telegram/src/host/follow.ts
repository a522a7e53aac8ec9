import { head } from './head.js';
import type { Handler } from './inbox.js';

/**
 * Subscribes to a value of the host: sends `web_app_request_…` and listens to `…_changed`. Does not wait for
 * an answer, because some clients never answer. Returns a function that stops this.
 * @param since Mini Apps version that introduced the request.
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
