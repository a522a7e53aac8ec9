import './tokens.css';
import { type CSSProperties, useSyncExternalStore } from 'react';
import type { Core } from '../controller/core.js';
import { languageOf } from '../language/button-words.js';
import { useUiSelector } from '../store/use-ui-selector.js';
import { colorProperties } from './colors.js';
import { THEME } from './theme.js';

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
};

/** Asked in browsers only. */
const dark = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

function onSystemChange(callback: () => void): () => void {
  const query = dark();
  query.addEventListener('change', callback);
  return () => query.removeEventListener('change', callback);
}

export function useRootProps(core: Core): RootProps {
  const theme = useUiSelector(core, (state) => state.theme);
  const radius = useUiSelector(core, (state) => state.borderRadius);
  const colors = useUiSelector(core, (state) => state.colorsSet);
  const lang = useUiSelector(core, languageOf);
  const dir = useUiSelector(core, ({ languages }) => languages[lang]?.dir ?? 'ltr');
  const system = useSyncExternalStore(
    onSystemChange,
    () => (dark().matches ? THEME.DARK : THEME.LIGHT),
    () => THEME.LIGHT,
  );
  return {
    'data-prichal-root': '',
    'data-theme': theme,
    'data-radius': radius,
    lang,
    dir,
    style: colorProperties(colors[theme === 'SYSTEM' ? system : theme] ?? {}),
  };
}
