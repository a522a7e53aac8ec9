import { parseLink } from '@prichal/dev-wallet/core';
import { type FrameChannel, type Incoming, openChannel } from './channel';
import { createLog, FRAME_OPENED, type Log, SENT_BY_HAND } from './log';
import { edgesOf, lookOf } from './looks';
import { passage, randomFrom } from './network';
import { PALETTES } from './palettes';
import {
  edgesChanged,
  type Message,
  onOpen,
  type PhoneChange,
  RELOAD_PATIENCE,
  respond,
  type Surroundings,
  THEME_DELAY,
  tellsViewport,
  themeChanged,
  viewportChanged,
} from './profiles';
import { platformOf, type Settings } from './settings';

/** State of the client's window. */
export type PhoneState = {
  back: boolean;
  settings: boolean;
  confirmClose: boolean;
  expanded: boolean;
  ready: boolean;
  fullscreen: boolean;
  header: string | null;
  background: string | null;
  bottomBar: string | null;
  reloadSupported: boolean;
  reloading: boolean;
  minimised: string | null;
  popup: PhoneChange['popup'] | null;
  /** Link that the app wants to open in a wallet. The sandbox has no real wallet to answer it. */
  walletLink: string | null;
  closed: boolean;
  /** The client asks for confirmation before it closes the app. */
  confirming: boolean;
  /** Number of replies that have not reached the app yet. */
  underway: number;
  /** Counts the frames that the client has made for this launch. */
  frame: number;
};

/** Note on a message to a frame whose app is still loading. Telegram sends some of these too. */
const SENT_EARLY = 'sent before the app was loaded';

const NOT_DELIVERED = 'not delivered: the app is closed';

const FRESH: PhoneState = {
  back: false,
  settings: false,
  confirmClose: false,
  expanded: false,
  ready: false,
  fullscreen: false,
  header: null,
  background: null,
  bottomBar: null,
  reloadSupported: false,
  reloading: false,
  minimised: null,
  popup: null,
  walletLink: null,
  closed: false,
  confirming: false,
  underway: 0,
  frame: 0,
};

export type Phone = {
  state(): PhoneState;
  log: Log;
  subscribe(listener: () => void): () => void;
  /** Applies changed settings to the running app. */
  follow(settings: Settings): void;
  /** Takes over a new frame. Returns a function that releases it. */
  attach(frame: HTMLIFrameElement, origin: string): () => void;
  pressBack(): void;
  pressSettings(): void;
  reload(): void;
  /** Handles the header's close button. Asks for confirmation if the app has requested it. */
  close(): void;
  answerClose(yes: boolean): void;
  answerPopup(button: string | null): void;
  /** Restores the app after a Telegram link. */
  restore(): void;
  /** Sends the app a message that the client would not send at this time. */
  send(message: Message): void;
  /** Closes the question about a wallet link. `real`: opens it in a browser tab. */
  leaveWalletLink(real: boolean): void;
  /** Reopens a closed app with a new launch. */
  reopen(): void;
};

type Outside = {
  settings: Settings;
  openLink(url: string): void;
  /** Brings the dev wallet to the front, which already has the app's request. */
  showWallet(): void;
  /** Returns whether a link is of a wallet in the list. */
  isListed(link: string): Promise<boolean>;
  now?: () => number;
};

/**
 * Returns the kind of a link that a wallet can read. Null for the dev wallet's own page, which opens
 * in a tab.
 */
function walletLinkKind(link: string): 'connect' | 'open' | null {
  const { kind } = parseLink(link);
  return kind === 'problem' || new URL(link).origin === location.origin ? null : kind;
}

/** Makes a Telegram client with one mini app. */
export function createPhone({
  settings,
  openLink,
  showWallet,
  isListed,
  now = Date.now,
}: Outside): Phone {
  const listeners = new Set<() => void>();
  let state = FRESH;
  let chosen = settings;
  let frame: HTMLIFrameElement | null = null;
  let channel: FrameChannel | null = null;
  let random = randomFrom(Number(settings.seed));
  const timers = new Set<ReturnType<typeof setTimeout>>();

  const changed = () => {
    for (const listener of [...listeners]) listener();
  };
  const log = createLog(now, changed);
  const set = (change: Partial<PhoneState>) => {
    state = { ...state, ...change };
    changed();
  };
  const later = (delay: number, task: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      task();
    }, delay);
    timers.add(timer);
  };

  const edgesIn = (fullscreen: boolean) =>
    edgesOf(lookOf(platformOf(chosen)), {
      landscape: chosen.turn === 'landscape',
      keyboard: chosen.keyboard === 'on',
      fullscreen,
    });
  const surroundings = (): Surroundings => ({
    theme: PALETTES[chosen.theme].params,
    size: { width: frame?.clientWidth ?? 0, height: frame?.clientHeight ?? 0 },
    fullscreen: state.fullscreen,
    edges: edgesIn(state.fullscreen),
    edgesIn,
  });

  const post = (message: Message, note: string | null = null) => {
    const problem = channel === null ? NOT_DELIVERED : channel.post(message) ? null : SENT_EARLY;
    const notes = [note, problem].filter((each) => each !== null);
    log.add('to app', message.type, message.data, notes.join(', ') || null);
  };
  const reply = (message: Message) => {
    const { delay, dropped } = passage(chosen.net, random);
    if (dropped) log.add('to app', message.type, message.data, 'dropped');
    else if (delay === 0) post(message);
    else {
      set({ underway: state.underway + 1 });
      later(delay, () => {
        set({ underway: state.underway - 1 });
        post(message, `${delay} ms late`);
      });
    }
  };

  const open = async (link: string) => {
    const kind = walletLinkKind(link);
    // A web page may have the parameters of a link that only opens a wallet.
    if (kind === 'open' && (await isListed(link))) showWallet();
    else if (kind !== null) set({ walletLink: link });
    // Links to Telegram are opened by the client, which has only this app.
    else if (new URL(link).host !== 't.me') openLink(link);
  };

  const receive = (incoming: Incoming) => {
    if ('unreadable' in incoming) {
      log.add('from app', '(not a message)', incoming.unreadable, 'Web K throws here');
      return;
    }
    const { type, data } = incoming.message;
    const answer = respond(chosen.client, incoming.message, surroundings());
    log.add('from app', type, data, answer.note ?? null);
    set(answer.change);
    for (const message of answer.replies) reply(message);
    if (answer.open !== undefined) void open(answer.open);
  };

  const detach = () => {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
    channel?.close();
    channel = null;
    frame = null;
  };

  return {
    state: () => state,
    log,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    follow(next) {
      const before = chosen;
      chosen = next;
      const delay = THEME_DELAY[next.client];
      if (before.theme !== next.theme && delay !== null && channel)
        later(delay, () => post(themeChanged(surroundings())));
      if ((before.turn !== next.turn || before.keyboard !== next.keyboard) && channel)
        for (const message of edgesChanged(next.client, surroundings())) post(message);
    },
    attach(next, origin) {
      detach();
      frame = next;
      random = randomFrom(Number(chosen.seed));
      log.add('host', FRAME_OPENED, { origin });
      channel = openChannel(next, origin, receive);
      set({ ...FRESH, frame: state.frame });
      for (const message of onOpen(chosen.client, surroundings())) post(message);
      // The first call reports the current size, which is not a change.
      let first = true;
      const resized = new ResizeObserver(() => {
        if (first) first = false;
        // Another part of the sandbox is shown instead of the phone. The app keeps its size.
        else if (next.clientWidth === 0) return;
        else if (tellsViewport(chosen.client)) post(viewportChanged(surroundings()));
      });
      resized.observe(next);
      return () => {
        resized.disconnect();
        if (frame === next) detach();
      };
    },
    pressBack: () => post({ type: 'back_button_pressed', data: undefined }),
    pressSettings: () => post({ type: 'settings_button_pressed', data: undefined }),
    reload() {
      set({ reloading: false });
      const replace = () => {
        if (state.reloading) set({ reloading: false });
        else set({ frame: state.frame + 1 });
      };
      if (!state.reloadSupported) return replace();
      post({ type: 'reload_iframe', data: undefined });
      later(RELOAD_PATIENCE[chosen.client], replace);
    },
    close() {
      if (state.confirmClose) set({ confirming: true });
      else set({ closed: true });
    },
    answerClose: (yes) => set({ confirming: false, closed: yes }),
    answerPopup(button) {
      set({ popup: null });
      post({ type: 'popup_closed', data: button === null ? {} : { button_id: button } });
    },
    restore() {
      set({ minimised: null });
      post({ type: 'visibility_changed', data: { is_visible: true } });
    },
    send: (message) => post(message, SENT_BY_HAND),
    leaveWalletLink(real) {
      const { walletLink } = state;
      set({ walletLink: null });
      if (real && walletLink !== null) openLink(walletLink);
    },
    reopen: () => set({ ...FRESH, frame: state.frame + 1 }),
  };
}
