import type { CSSProperties, ReactNode } from 'react';
import styles from './Device.module.css';
import { Fit, RealSize } from './Fit';
import { Keyboard } from './Keyboard';
import { chromeOf, lookOf, screenOf } from './looks';
import { isDark, PALETTES, type ThemeParams } from './palettes';
import type { PhoneState } from './phone';
import { platformOf, type Settings } from './settings';

type Props = {
  settings: Settings;
  state: PhoneState;
  /** False on a real phone, whose screen is used as the device. No phone is drawn then. */
  drawn: boolean;
  header: ReactNode;
  children: ReactNode;
};

/** Width of a phone's bezel, in px. */
const BEZEL = 10;

/** Returns black or white, whichever is readable on a colour. */
function readableOn(color: string): string {
  return isDark(color) ? '#ffffff' : '#000000';
}

/** Returns the client's colours, overridden by those that the app has set. */
function colors(theme: Settings['theme'], state: PhoneState): CSSProperties {
  const params: ThemeParams = PALETTES[theme].params;
  // Another window of the client covers the app, so the app's own colours are not in use.
  const covered = state.closed || state.walletLink !== null || state.minimised !== null;
  const own = covered ? null : state;
  const header = own?.header ?? params.header_bg_color ?? params.bg_color ?? '#ffffff';
  const bottom = covered ? header : (state.bottomBar ?? params.bottom_bar_bg_color ?? '#ffffff');
  const menu = params.section_bg_color ?? '#ffffff';
  return {
    '--header-background': header,
    '--header-text': readableOn(header),
    '--app-background': state.background ?? params.bg_color,
    '--bottom-background': bottom,
    '--bottom-text': readableOn(bottom),
    '--menu-background': menu,
    '--menu-text': params.text_color,
    '--menu-accent': params.accent_text_color,
    '--menu-danger': params.destructive_text_color,
    colorScheme: isDark(params.bg_color ?? '#ffffff') ? 'dark' : 'light',
  } as CSSProperties;
}

/**
 * Draws a phone around the app, scaled to fit, or a plain window for a desktop. `data-underway` is
 * the number of replies that have not arrived yet, so that tests can wait for the last.
 */
export function Device({ settings, state, drawn, header, children }: Props) {
  const { size, theme } = settings;
  const look = lookOf(platformOf(settings));
  const landscape = settings.turn === 'landscape' && size !== 'desktop';
  const framed = size !== 'desktop' && look !== 'desktop';
  const chrome = chromeOf(look, landscape, settings.keyboard === 'on' && framed);
  const screen = screenOf(settings);
  const rim = framed ? 2 * BEZEL : 0;
  const device = (
    <div
      className={framed ? styles.phone : styles.window}
      data-drawn={drawn}
      data-size={size}
      data-look={look}
      data-landscape={landscape}
      data-underway={state.underway}
      style={
        {
          ...colors(theme, state),
          '--status-height': `${chrome.status}px`,
          '--header-height': `${chrome.header}px`,
        } as CSSProperties
      }
    >
      <div className={styles.screen} data-fullscreen={state.fullscreen}>
        {framed && drawn && chrome.status > 0 && <StatusBar />}
        {header}
        <div className={styles.app}>{children}</div>
        {framed && drawn && chrome.keyboard > 0 && <Keyboard height={chrome.keyboard} />}
        {framed && drawn && <Home height={chrome.bottom} />}
      </div>
    </div>
  );
  if (!drawn) return device;
  const Room = settings.zoom === 'fit' ? Fit : RealSize;
  return (
    <Room width={screen.width + rim} height={screen.height + rim}>
      {device}
    </Room>
  );
}

/** Home indicator at the lower edge. It overlays the app if there is no bottom bar. */
function Home({ height }: { height: number }) {
  return (
    <div
      className={styles.home}
      data-over={height === 0}
      style={height === 0 ? {} : { height }}
      aria-hidden="true"
    />
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
