import { createContext, useContext, useEffect } from 'react';
import { guarded } from '../../core/device/press-guard.js';
import { useStableCallback } from '../use-stable-callback.js';
import { onBackPress } from './back-press.js';

export type SheetContextValue = {
  /** Id of the heading that names the dialog. */
  titleId: string;
  dismiss: () => void;
  /** Announces a text to screen readers. */
  announce: (text: string) => void;
  /** Whether the sheet handles Back. */
  hearsBack: boolean;
};

export const SheetContext = createContext<SheetContextValue | null>(null);

/** Returns the sheet around the component. Requires a `Sheet`. */
export const useSheet = (): SheetContextValue => useContext(SheetContext) as SheetContextValue;

/** Handles Telegram's and Android's Back instead of the sheet while there is a previous screen. */
export function useSheetBack(back: (() => void) | undefined): void {
  const { hearsBack } = useSheet();
  const goBack = useStableCallback(() => back?.());
  const on = hearsBack && back !== undefined;
  useEffect(() => (on ? onBackPress(() => guarded(goBack)) : undefined), [on, goBack]);
}
