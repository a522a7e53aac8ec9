import type { CSSProperties, ReactNode } from 'react';
import styles from './Device.module.css';
import { isDark, PALETTES } from './palettes';
import type { PhoneState } from './phone';
import type { Settings } from './settings';

type Props = {
  settings: Pick<Settings, 'theme' | 'size'>;
  state: PhoneState;
  header: ReactNode;
  children: ReactNode;
};

/** Black or white, whichever can be read on a colour. */
function readableOn(color: string): string {
  return isDark(color) ? '#ffffff' : '#000000';
}

/** The client's colours, with the ones that the app has chosen on top. */
function colors(theme: Settings['theme'], state: PhoneState): CSSProperties {
  const { params } = PALETTES[theme];
  const header = state.header ?? params.header_bg_color ?? params.bg_color ?? '#ffffff';
  const menu = params.section_bg_color ?? '#ffffff';
  return {
    '--header-background': header,
    '--header-text': readableOn(header),
    '--app-background': state.background ?? params.bg_color,
    '--bottom-background': state.bottomBar ?? params.bottom_bar_bg_color,
    '--bottom-text': readableOn(state.bottomBar ?? params.bottom_bar_bg_color ?? '#ffffff'),
    '--menu-background': menu,
    '--menu-text': params.text_color,
    '--menu-accent': params.accent_text_color,
    '--menu-danger': params.destructive_text_color,
    colorScheme: isDark(params.bg_color ?? '#ffffff') ? 'dark' : 'light',
  } as CSSProperties;
}

/**
 * A phone drawn around the app, or a plain window at desktop width. `data-underway` is the number of
 * replies that have still to arrive, for tests that wait for the last.
 */
export function Device({ settings, state, header, children }: Props) {
  const phone = settings.size !== 'desktop';
  return (
    <div
      className={phone ? styles.phone : styles.window}
      data-size={settings.size}
      data-underway={state.underway}
      style={colors(settings.theme, state)}
    >
      <div className={styles.screen} data-fullscreen={state.fullscreen}>
        {phone && <StatusBar />}
        {header}
        <div className={styles.app}>{children}</div>
        {phone && <div className={styles.home} aria-hidden="true" />}
      </div>
    </div>
  );
}

function StatusBar() {
  return (
    <div className={styles.status} aria-hidden="true">
      <span>9:41</span>
      <svg width="46" height="12" viewBox="0 0 46 12" fill="currentColor" aria-hidden="true">
        <path d="M1 8h2v3H1zM5 6h2v5H5zM9 3.500h2V11H9zM13 1h2v10h-2z" />
        <rect x="22" y="1.500" width="19" height="9" rx="2.600" fill="none" stroke="currentColor" />
        <rect x="23.800" y="3.300" width="14" height="5.400" rx="1.200" />
        <path d="M42.500 4.500v3c1-.2 1.500-.8 1.500-1.500s-.5-1.300-1.500-1.500z" />
      </svg>
    </div>
  );
}
