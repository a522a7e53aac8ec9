/**
 * What has to happen before a bundle can be there: finding the host, reading the launch, listening
 * to it, knowing the theme. Made once per page and left on the window. A page that makes it inline in
 * its head builds its bundle with the condition `prichal-head`, and then the bundle carries none of
 * this code (see head-left.ts).
 */

import { type LiveTheme, liveTheme } from '../features/live-theme.js';
import { OLDEST_VERSION } from '../launch/client.js';
import { type LaunchParams, parseLaunchParams } from '../launch/parse.js';
import { type Launch, readLaunch } from '../launch/read.js';
import { hostKind } from './environment.js';
import { type HostChannel, openChannel } from './open-channel.js';

/** The part that everybody needs, and that a page makes first. */
export interface HeadBase {
  readonly launch: Launch | null;
  /** The page's one channel to the host. The first call introduces the page to it. */
  channel(): HostChannel;
  /** Sends to a host that is there; outside Telegram this is silence, not an error. */
  tell(type: string, data?: object): boolean;
}

export interface Head extends HeadBase {
  readonly params: LaunchParams | null;
  readonly theme: LiveTheme;
}

export interface HeadWindow {
  /** Whole when somebody has asked for all of it. */
  prichalHead?: HeadBase & Partial<Head>;
}

function makeBase(): HeadBase {
  const kind = hostKind();
  const launch = kind === 'none' && typeof window === 'undefined' ? null : readLaunch(kind);
  const { channel, introduce } = openChannel(kind, launch?.version ?? OLDEST_VERSION);
  let isIntroduced = launch === null;
  const base: HeadBase = {
    launch,
    channel() {
      if (!isIntroduced) {
        isIntroduced = true;
        introduce();
      }
      return channel;
    },
    tell: (type, data) => kind !== 'none' && launch !== null && base.channel().post(type, data),
  };
  return base;
}

/** On a server there is nothing to keep: each call finds that there is no Telegram. */
export function headBase(): HeadBase {
  if (typeof window === 'undefined') return makeBase();
  const page = window as HeadWindow;
  page.prichalHead ??= makeBase();
  return page.prichalHead;
}

/** All of it, for who asks about the theme or the launch: whoever does not carries no code for it. */
export function head(): Head {
  const whole: HeadBase & { -readonly [Part in keyof Head]?: Head[Part] } = headBase();
  whole.params ??= whole.launch && parseLaunchParams(whole.launch.query);
  whole.theme ??= liveTheme(whole, whole.params?.themeParams ?? {});
  return whole as Head;
}
