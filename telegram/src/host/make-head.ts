import { type LaunchParams, OLDEST_VERSION, parseLaunchParams } from '../launch/parse.js';
import { findLaunchQuery } from '../launch/session.js';
import type { Theme } from '../launch/theme-params.js';
import { findHost, type HostKind } from './find-host.js';
import { defineReceivers, hasOtherReceivers, on, ours, receivers, takers } from './inbox.js';
import type { LiveValue } from './live-value.js';
import { toldByOthers } from './other-sdk.js';
import { weight } from './version.js';

/** Colours of Telegram's own bars around the app, `#rrggbb`. */
export type BarColors = Readonly<Record<'header' | 'background' | 'bottom_bar', string>>;

export interface Head {
  readonly kind: HostKind;
  readonly launch: LaunchParams | null;
  /** The live theme. Created at its first use. */
  theme?: LiveValue<Theme>;
  /** Colours that the app has set for Telegram's bars. */
  bars?: BarColors;
  /** Converts the bars' colours while an overlay covers the page. */
  veil?: ((colors: BarColors) => BarColors) | undefined;
  readonly on: typeof on;
  readonly takers: typeof takers;
  readonly ours: typeof ours;
  readonly receivers: typeof receivers;
  readonly hasOtherReceivers: typeof hasOtherReceivers;
  readonly toldByOthers: typeof toldByOthers;
  /**
   * Sends a message if there is a host that supports it. Returns false if it was not sent. Outside Telegram
   * it does nothing. If there should be a channel but is none, it logs that once to the console.
   * @param since Mini Apps version that introduced the method.
   */
  tell(type: string, since?: string, data?: object): boolean;
}

export interface HeadWindow {
  prichal?: Head;
}

/**
 * Finds the host, reads the launch and starts to listen. Called once per page; on a server, by each call of
 * `head`.
 */
export function makeHead(): Head {
  const isPage = typeof window !== 'undefined';
  const query = isPage ? findLaunchQuery() : '';
  const host = isPage ? findHost(query) : null;
  const launch = query || host ? parseLaunchParams(query) : null;
  if (isPage) defineReceivers();
  let isLogged = false;
  const log = (text: string) => {
    // biome-ignore lint/suspicious/noConsole: the specification wants these two logged (section 8)
    if (!isLogged) console.error(text);
    isLogged = true;
  };

  return {
    kind: host?.kind ?? 'none',
    launch,
    on,
    takers,
    ours,
    receivers,
    hasOtherReceivers,
    toldByOthers,
    tell(type, since = OLDEST_VERSION, data = {}) {
      if (!isPage) log("Can't post event to parent window: window is not defined");
      // Launch parameters that were copied into a plain browser.
      else if (launch && !host) log("Can't post event to TMA");
      // Without a launch the version is unknown, so no method is supported.
      if (!launch || !host || weight(launch.version) < weight(since)) return false;
      host.send(type, data);
      return true;
    },
  };
}
