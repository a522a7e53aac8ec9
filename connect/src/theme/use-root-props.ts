import './tokens.css';
import {
  type CSSProperties,
  type KeyboardEventHandler,
  type RefCallback,
  useCallback,
  useSyncExternalStore,
} from 'react';
import { useStyles } from '#styles';
import { ignoreHeldKey } from '../device/held-key.js';
import { languageOf } from '../language/button-words.js';
import { useUiState } from '../store/use-ui-selector.js';
import type { StateView } from '../types/internals.js';
import { colorProperties } from './color-properties.js';

/**
 * What every root of the widget carries. Attributes of a root, for own styles:
 * `data-prichal-root` (always), `data-theme` (`SYSTEM`, `DARK`, `LIGHT`), `data-radius` (`m`, `s`,
 * `none`), `lang` and `dir` (of the language that is shown).
 */
export type RootProps = {
  'data-prichal-root': '';
  'data-theme': string;
  'data-radius': string;
  lang: string;
  dir: 'ltr' | 'rtl';
  style: CSSProperties;
  ref: RefCallback<HTMLElement>;
  onKeyDownCapture: KeyboardEventHandler;
};

/**
 * A strict Content-Security-Policy does not apply the style attribute of server markup, and React takes it
 * for applied. Written by script it is allowed.
 */
function applyServerStyle(root: HTMLElement | null): void {
  const text = root?.getAttribute('style');
  if (root && text && root.style.length === 0) root.style.cssText = text;
}

/** jsdom, where many apps test their components, has no media queries. */
const systemIsDark = (): MediaQueryList | undefined =>
  globalThis.matchMedia?.('(prefers-color-scheme: dark)');

function onSystemChange(callback: () => void): () => void {
  const query = systemIsDark();
  query?.addEventListener('change', callback);
  return () => query?.removeEventListener('change', callback);
}

export function useRootProps(internals: StateView): RootProps {
  const state = useUiState(internals);
  const { theme, borderRadius, colorsSet, languages } = state;
  const lang = languageOf(state);
  const shown = useSyncExternalStore(
    onSystemChange,
    () => (theme === 'SYSTEM' ? (systemIsDark()?.matches ? 'DARK' : 'LIGHT') : theme),
    () => (theme === 'SYSTEM' ? 'LIGHT' : theme),
  );
  const styles = useStyles();
  const ref = useCallback(
    (root: HTMLElement | null) => {
      applyServerStyle(root);
      styles?.(root);
    },
    [styles],
  );
  return {
    'data-prichal-root': '',
    'data-theme': theme,
    'data-radius': borderRadius,
    lang,
    dir: languages[lang]?.dir ?? 'ltr',
    style: colorProperties(colorsSet[shown] ?? {}),
    ref,
    onKeyDownCapture: ignoreHeldKey,
  };
}
