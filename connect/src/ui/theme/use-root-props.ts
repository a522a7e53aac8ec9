import './tokens.css';
import {
  type CSSProperties,
  type KeyboardEvent,
  type KeyboardEventHandler,
  type RefCallback,
  useCallback,
  useSyncExternalStore,
} from 'react';
import { useStyles } from '#styles';
import type { StateView } from '../../core/internals.js';
import { languageOf } from '../../core/language/button-words.js';
import type { PartialColorsSet } from '../../core/options.js';
import { useUiState } from '../../core/store.js';

/**
 * Props of every root of the widget. Attributes for custom styles: `data-prichal-root` (always), `data-theme`
 * (`SYSTEM`, `DARK`, `LIGHT`), `data-radius` (`m`, `s`, `none`), `lang` and `dir` (of the shown language).
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
 * Applies the style attribute of server markup by script. A strict Content-Security-Policy ignores the attribute,
 * and React assumes that it is applied.
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

/**
 * Converts `{ text: { primary: '#111' } }` to `{ '--prichal-text-primary': '#111' }`. Each colour of a set is one
 * custom property of the widget's roots. The defaults are in `tokens.css` and `sheet-tokens.css`.
 */
export function colorProperties(set: PartialColorsSet): Record<string, string> {
  const properties: Record<string, string> = {};
  const collect = (prefix: string, colors: object): void => {
    for (const [key, value] of Object.entries(colors)) {
      const name = `${prefix}-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
      if (typeof value === 'string') properties[name] = value;
      else if (value) collect(name, value);
    }
  };
  collect('--prichal', set);
  return properties;
}

/** Ignores the repeated events of a held key, so that it presses only one control. */
export function ignoreHeldKey(event: KeyboardEvent): void {
  if (!event.repeat || !/^(Enter|Escape)$/.test(event.key)) return;
  event.preventDefault();
  event.stopPropagation();
}
