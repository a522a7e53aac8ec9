import { type Spoken, shortened, type WalletState } from '@prichal/dev-wallet/core';
import type { Passed } from '../bridge-feed';
import { FRAME_OPENED, type LogEntry, SENT_BY_HAND } from '../log';

export type Source = 'telegram' | 'tonconnect' | 'bridge';

export const SOURCES = ['telegram', 'tonconnect', 'bridge'] as const satisfies Source[];

/** One event of the timeline, from any source. */
export type Moment = {
  key: string;
  /** Unix milliseconds. */
  at: number;
  source: Source;
  /** Direction from the app's view. */
  direction: 'from app' | 'to app' | 'neither';
  what: string;
  data: unknown;
  note: string | null;
};

function ofTelegram({ id, at, direction, type, data, note }: LogEntry): Moment {
  return {
    key: `t${id}`,
    at,
    source: 'telegram',
    direction: direction === 'host' ? 'neither' : direction,
    what: type,
    data,
    note,
  };
}

function nameOf(message: unknown): string {
  if (typeof message !== 'object' || message === null) return 'unreadable';
  const { event, method, result, error } = message as Record<string, unknown>;
  if (typeof event === 'string') return event;
  if (typeof method === 'string' && method !== '') return method;
  if (error !== undefined) return 'error';
  return result === undefined ? 'message' : 'result';
}

function ofTonConnect({ id, at, direction, app, via, message, note }: Spoken): Moment {
  return {
    key: `w${id}`,
    at,
    source: 'tonconnect',
    direction: direction === 'to wallet' ? 'from app' : 'to app',
    what: nameOf(message),
    data: message,
    note: note ?? `${app}, by ${via}`,
  };
}

/** Returns the app names of client ids that the dev wallet knows. */
function namesOf({ sessions, queue }: Pick<WalletState, 'sessions' | 'queue'>) {
  const names = new Map<string, { name: string; isApp: boolean }>();
  const add = (app: string, channel: { peer: string; keys: { publicKey: string } }) => {
    names.set(channel.peer, { name: app, isApp: true });
    names.set(channel.keys.publicKey, { name: 'the dev wallet', isApp: false });
  };
  for (const session of sessions)
    if (session.kind === 'bridge') add(session.manifest.name, session.channel);
  for (const pending of queue)
    if (pending.kind === 'connect' && 'channel' in pending.via)
      add(pending.app.name, pending.via.channel);
  return names;
}

const KINDS: Record<Passed['kind'], string> = {
  stream: 'stream opened',
  end: 'stream ended',
  message: 'message',
};

function ofBridge(passed: Passed, names: ReturnType<typeof namesOf>): Moment {
  const { number, at, kind, clients, to, bytes, fault } = passed;
  const called = (id: string) => names.get(id)?.name ?? `client ${shortened(id)}`;
  const from = [...new Set(clients.map(called))].join(', ');
  const receiver = names.get(to);
  const said = kind === 'message' ? `${from} → ${called(to)}, ${bytes} bytes` : `by ${from}`;
  const failing = fault === 'none' ? '' : ` (${fault})`;
  return {
    key: `b${number}`,
    at,
    source: 'bridge',
    direction: kind !== 'message' ? 'neither' : receiver?.isApp ? 'to app' : 'from app',
    what: KINDS[kind],
    data: kind === 'message' ? { from: clients[0], to, bytes } : { clients },
    note: `${said}${failing}`,
  };
}

/**
 * Merges all events into one timeline, oldest first. Events of the same time are ordered by source.
 */
export function timelineOf(
  telegram: readonly LogEntry[],
  spoken: readonly Spoken[],
  passed: readonly Passed[],
  known: Pick<WalletState, 'sessions' | 'queue'>,
): Moment[] {
  const names = namesOf(known);
  return [
    ...telegram.map(ofTelegram),
    ...spoken.map(ofTonConnect),
    ...passed.map((each) => ofBridge(each, names)),
  ].sort((one, other) => one.at - other.at);
}

/** The messages of one start of the app, as one line of the log. */
export type Start = { key: string; at: number; moments: readonly Moment[] };

/** Returns whether the app has sent a message during its start. */
export function hasSpoken({ moments }: Start): boolean {
  return moments.some(({ direction }) => direction === 'from app');
}

/** The message with which an app reports that it has started. */
const READY = 'web_app_ready';

/** Silence after which an app that reports no end of its start has started, in milliseconds. */
const QUIET = 2000;

/**
 * Folds each start of the app into one entry: Telegram's messages from the opened frame to
 * `web_app_ready`, to a pause, or to a message sent by hand. An app's first message may be late.
 */
export function folded(moments: readonly Moment[]): (Moment | Start)[] {
  const lines: (Moment | Start)[] = [];
  let start: { key: string; at: number; moments: Moment[] } | null = null;
  for (const moment of moments) {
    const { source, what, at, note, direction } = moment;
    if (source === 'telegram' && what === FRAME_OPENED) {
      start = { key: `start-${moment.key}`, at, moments: [moment] };
      lines.push(start);
      continue;
    }
    if (start && source === 'telegram') {
      const first = direction === 'from app' && !hasSpoken(start);
      const paused = at - (start.moments.at(-1)?.at ?? at) > QUIET;
      if ((paused && !first && what !== READY) || note?.startsWith(SENT_BY_HAND)) start = null;
    }
    if (start && source === 'telegram') start.moments.push(moment);
    else lines.push(moment);
    if (what === READY) start = null;
  }
  return lines;
}

/** Returns the events of the selected sources that contain the words. */
export function filtered(moments: readonly Moment[], sources: string, words: string): Moment[] {
  const wanted = new Set(sources.split(','));
  const text = words.trim().toLowerCase();
  return moments.filter(
    (moment) =>
      wanted.has(moment.source) && (text === '' || lineOf(moment).toLowerCase().includes(text)),
  );
}

/** Formats a time as `21:05:33.120`, local. */
export function clockOf(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = `${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`;
  return `${two(date.getHours())}:${two(date.getMinutes())}:${seconds}`;
}

export const ARROW = { 'from app': '→', 'to app': '←', neither: '·' } as const;

const PLAIN_ARROW = { 'from app': '->', 'to app': '<-', neither: '--' } as const;

/** Formats an event as text, for sharing. */
export function lineOf({ at, source, direction, what, data, note }: Moment): string {
  return [
    clockOf(at),
    source.padEnd(10),
    PLAIN_ARROW[direction],
    what,
    data === undefined ? '' : JSON.stringify(data),
    note === null ? '' : `(${note})`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}
