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

/** Returns the client's palette, and renders again when it changes. */
export const useTheme = (): Theme => useLiveValue(theme);

/** Returns the visible part of the app, and renders again when it changes. */
export const useViewport = (): Viewport => useLiveValue(viewport);

/** Returns the distance to keep from each edge of the app, and renders again when it changes. */
export const useSafeArea = (): Insets => insetSum(useLiveValue(safeArea));

/** Returns whether the app is visible, and renders again when it changes. */
export const useVisibility = (): boolean => useLiveValue(visibility);

/** Handles Telegram's Back button while the component is mounted and `active`. */
export function useBackHandler(handler: () => void, active = true): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => (active ? pushBackHandler(() => latest.current()) : undefined), [active]);
}
