/**
 * What has to happen before a bundle can be there: finding the host, reading the launch, listening
 * to it, knowing the theme. Made once per page and left on the window. A page that makes it inline in
 * its head builds its bundle with the condition `prichal-head`, and then the bundle carries none of
 * this code (see head-left.ts).
 */

import { type LiveTheme, liveTheme } from '../features/live-theme.js';
import { OLDEST_VERSION } from '../launch/parse.js';
import { type Launch, readLaunch } from '../launch/read.js';
import { hostKind } from './environment.js';
import { type HostChannel, openChannel } from './open-channel.js';

export interface Head {
  readonly launch: Launch | null;
  /** The page's one channel to the host. The first call introduces the page to it. */
  channel(): HostChannel;
  /** Sends to a host that is there; outside Telegram this is silence, not an error. */
  tell(type: string, data?: object): boolean;
  readonly theme: LiveTheme;
}

export interface HeadWindow {
  prichalHead?: Head;
}

function makeHead(): Head {
  const kind = hostKind();
  const launch = kind === 'none' && typeof window === 'undefined' ? null : readLaunch(kind);
  const { channel, introduce } = openChannel(kind, launch?.params.version ?? OLDEST_VERSION);
  let isIntroduced = launch === null;
  const head: Head = {
    launch,
    channel() {
      if (!isIntroduced) {
        isIntroduced = true;
        introduce();
      }
      return channel;
    },
    tell: (type, data) => kind !== 'none' && launch !== null && head.channel().post(type, data),
    theme: liveTheme(launch, () => head),
  };
  return head;
}

/** On a server there is nothing to keep: each call finds that there is no Telegram. */
export function head(): Head {
  if (typeof window === 'undefined') return makeHead();
  const page = window as HeadWindow;
  page.prichalHead ??= makeHead();
  return page.prichalHead;
}
