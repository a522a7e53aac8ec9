import './tokens.css';
import { type CSSProperties, type RefCallback, useCallback, useSyncExternalStore } from 'react';
import { useStyles } from '#styles';
import { mediaMatches, onMediaChange } from '../device/media-query.js';
import { languageOf } from '../language/button-words.js';
import { useUiState } from '../store/use-ui-selector.js';
import type { Internals } from '../types/internals.js';
import { THEME } from '../types/theme.js';
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
};

/**
 * A strict Content-Security-Policy does not apply the style attribute of server markup, and React takes it
 * for applied. Written by script it is allowed.
 */
function applyServerStyle(root: HTMLElement | null): void {
  const text = root?.getAttribute('style');
  if (root && text && root.style.length === 0) root.style.cssText = text;
}

const DARK_QUERY = '(prefers-color-scheme: dark)';

const onSystemChange = (callback: () => void): (() => void) => onMediaChange(DARK_QUERY, callback);

export function useRootProps(internals: Internals): RootProps {
  const state = useUiState(internals);
  const { theme, borderRadius, colorsSet, languages } = state;
  const lang = languageOf(state);
  const shown = useSyncExternalStore(
    onSystemChange,
    () => (theme !== 'SYSTEM' ? theme : mediaMatches(DARK_QUERY) ? THEME.DARK : THEME.LIGHT),
    () => (theme === 'SYSTEM' ? THEME.LIGHT : theme),
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
  };
}
