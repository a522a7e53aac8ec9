import { useEffect, useRef, useSyncExternalStore } from 'react';
import { pushBackHandler } from '../features/back-button.js';
import { type Insets, insetSum, safeArea } from '../features/safe-area.js';
import { type Theme, theme } from '../features/theme.js';
import { type Viewport, viewport } from '../features/viewport.js';
import { visibility } from '../features/visibility.js';
import type { LiveValue } from '../host/live-value.js';

function useLiveValue<T>(value: LiveValue<T>): T {
  return useSyncExternalStore(value.subscribe, value.get, value.get);
}

/** The client's palette, live. */
export const useTheme = (): Theme => useLiveValue(theme);

/** The app's part of the screen, live. */
export const useViewport = (): Viewport => useLiveValue(viewport);

/** The distance to keep from each edge of the app, live. */
export const useSafeArea = (): Insets => insetSum(useLiveValue(safeArea));

/** Whether somebody can see the app, live. */
export const useVisibility = (): boolean => useLiveValue(visibility);

/** Takes Telegram's Back while the component is mounted and `active`. */
export function useBackHandler(handler: () => void, active = true): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => (active ? pushBackHandler(() => latest.current()) : undefined), [active]);
}
