import { useEffect, useRef } from 'react';
import { onBackPress } from '../../device/back-press.js';

/** Hears of Telegram's and Android's back for as long as it has a handler and is the topmost. */
export function useBackPress(handler: (() => void) | undefined): void {
  const latest = useRef(handler);
  latest.current = handler;
  const on = handler !== undefined;
  useEffect(() => (on ? onBackPress(() => latest.current?.()) : undefined), [on]);
}
