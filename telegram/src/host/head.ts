/**
 * What has to happen before a bundle can be there: finding the host, reading the launch, listening
 * to it, knowing the theme. Made once per page and left on the window. A page that makes it inline in
 * its head builds its bundle with the condition `prichal-head`, and then the bundle carries none of
 * this code (see head-left.ts).
 */

import { followTheme, type Theme } from '../features/follow-theme.js';
import { OLDEST_VERSION } from '../launch/parse.js';
import { type Launch, readLaunch } from '../launch/read.js';
import { findHost, type Host, type HostKind } from './find-host.js';
import { defineReceivers, type Inbox, makeInbox } from './inbox.js';
import type { LiveValue } from './live-value.js';
import { compareVersions } from './version.js';

export interface Head {
  readonly kind: HostKind;
  readonly launch: Launch | null;
  readonly theme: LiveValue<Theme>;
  /** Listens to an event of the host; see {@link Inbox}. */
  readonly on: Inbox['on'];
  /** Introduces the page to a host in whose frame it is, once. */
  greet(): void;
  /** Sends a message as it is. */
  send: Host['send'];
  /**
   * Sends a message to a host that is there and knows it. Outside Telegram this is silence, not an
   * error.
   *
   * @param since Mini Apps version that brought the method.
   */
  tell(type: string, since?: string, data?: object): boolean;
}

export interface HeadWindow {
  prichalHead?: Head;
}

/** What a server has. */
const NO_HOST: Host = { kind: 'none', isProven: false, send: () => undefined };

function makeHead(): Head {
  const { on, receive } = makeInbox();
  const isPage = typeof window !== 'undefined';
  const { kind, isProven, send: post } = isPage ? findHost(receive) : NO_HOST;
  const launch = isPage ? readLaunch(isProven) : null;
  if (isPage) defineReceivers(receive);

  let isGreeted = launch === null || kind !== 'iframe';
  const greet = () => {
    if (isGreeted) return;
    isGreeted = true;
    on('reload_iframe', () => {
      post('iframe_will_reload', {});
      location.reload();
    });
    post('iframe_ready', { reload_supported: true });
  };
  const send: Host['send'] = (type, data) => {
    greet();
    post(type, data);
  };
  return {
    kind,
    launch,
    on,
    greet,
    send,
    tell(type, since = OLDEST_VERSION, data = {}) {
      // Where there is no launch, there is no version that knows anything.
      const isKnown = compareVersions(launch?.params.version ?? '0', since) >= 0;
      if (isKnown) send(type, data);
      return isKnown;
    },
    theme,
  };
}

/** The theme of this moment: from the launch, then from each `theme_changed`. */
export const theme: LiveValue<Theme> = /* @__PURE__ */ followTheme(head);

/** On a server there is nothing to keep: each call finds that there is no Telegram. */
export function head(): Head {
  if (typeof window === 'undefined') return makeHead();
  const page = window as HeadWindow;
  page.prichalHead ??= makeHead();
  return page.prichalHead;
}
