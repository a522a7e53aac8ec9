import { createContext, useContext } from 'react';

export type SheetContextValue = {
  /** Id of the heading that names the dialog. */
  titleId: string;
  dismiss: () => void;
  /** Says something to a screen reader. */
  announce: (text: string) => void;
};

export const SheetContext = createContext<SheetContextValue | null>(null);

export function useSheet(): SheetContextValue {
  const sheet = useContext(SheetContext);
  if (sheet) return sheet;
  throw new TypeError('useSheet outside of Sheet');
}
