import {
  type Locales,
  THEME,
  type Theme,
  type TonConnectUiOptions,
  useTonConnectUI,
} from '@tonconnect/ui-react';

const THEMES: readonly Theme[] = [THEME.DARK, THEME.LIGHT, 'SYSTEM'];
const LANGUAGES: readonly Locales[] = ['en', 'ru'];

/** Options that change while the widget is on the page. */
export function Settings() {
  const [, setOptions] = useTonConnectUI();
  const change = (options: TonConnectUiOptions) => setOptions(options);

  return (
    <section aria-label="Settings">
      {THEMES.map((theme) => (
        <button key={theme} type="button" onClick={() => change({ uiPreferences: { theme } })}>
          Theme {theme}
        </button>
      ))}
      {LANGUAGES.map((language) => (
        <button key={language} type="button" onClick={() => change({ language })}>
          Language {language}
        </button>
      ))}
    </section>
  );
}
