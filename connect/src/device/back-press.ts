import { isTelegram, pushBackHandler } from '@prichal/telegram';
import { currentPlatform } from './platform.js';

const MARK = 'prichalBack';

const hasMark = (): boolean =>
  typeof history.state === 'object' && history.state !== null && MARK in history.state;

/**
 * Calls `handler` when the visitor goes back: Telegram's button, or Android's outside of Telegram.
 * `handler` answers whether it wants to hear of the next press too. Release leaves no entry behind.
 */
export function onBackPress(handler: () => boolean): () => void {
  if (isTelegram()) return pushBackHandler(handler);
  if (currentPlatform().os !== 'android') return () => undefined;
  return onHistoryBack(handler);
}

/** Same address, same state but for a mark: a router sees nothing new to show. */
const pushEntry = (): void => history.pushState({ ...history.state, [MARK]: true }, '');

function onHistoryBack(handler: () => boolean): () => void {
  pushEntry();
  const onPopState = (): void => {
    if (hasMark()) return;
    if (handler()) pushEntry();
  };
  window.addEventListener('popstate', onPopState);
  return () => {
    window.removeEventListener('popstate', onPopState);
    if (hasMark()) history.back();
  };
}
