/**
 * What has to happen before a bundle can be there: finding the host, reading the launch, catching
 * the first messages. Runs once per page and leaves its findings on the window. A page that runs it
 * inline in its head builds its bundle with the condition `prichal-head`, and then the bundle
 * carries none of this code (see head-left.ts).
 */
import { type Launch, readLaunch } from '../launch/read.js';
import { type HostKind, hostKind, isHostOrigin, parentOrigin } from './environment.js';
import { type Inbox, openInbox } from './inbox.js';

export interface Head {
  readonly kind: HostKind;
  /** Whom to address in a frame. Learned anew from each message of the host. */
  parentOrigin: string;
  readonly inbox: Inbox;
  readonly launch: Launch | null;
}

export interface HeadWindow {
  prichalHead?: Head;
}

/** Where there is no window, there is no Telegram. */
const NOWHERE: Head = {
  kind: 'none',
  parentOrigin: '',
  inbox: { waiting: [], listeners: new Set() },
  launch: null,
};

function makeHead(): Head {
  const kind = hostKind();
  const inbox = openInbox((origin) => {
    if (kind !== 'iframe' || !isHostOrigin(origin)) return false;
    // The browser may hide the parent's origin (no ancestorOrigins, no referrer): learn it here.
    made.parentOrigin = origin;
    return true;
  });
  const made: Head = {
    kind,
    parentOrigin: kind === 'iframe' ? parentOrigin() : '',
    inbox,
    launch: readLaunch(kind),
  };
  return made;
}

/** The findings of this page's head. */
export function head(): Head {
  if (typeof window === 'undefined') return NOWHERE;
  const page = window as HeadWindow;
  page.prichalHead ??= makeHead();
  return page.prichalHead;
}
