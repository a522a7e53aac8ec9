import { useCallback, useState } from 'react';
import { readSettings, type Settings, settingsQuery } from './settings';

/**
 * Returns the settings of the address, and a function that changes them without a new history
 * entry.
 */
export function useSettings(): [Settings, (change: Partial<Settings>) => void] {
  const [settings, setSettings] = useState(() => readSettings(location.search));
  const change = useCallback((part: Partial<Settings>) => {
    setSettings((before) => {
      const next = { ...before, ...part };
      history.replaceState(null, '', `${location.pathname}${settingsQuery(next)}`);
      return next;
    });
  }, []);
  return [settings, change];
}
