import type { Edges, Insets } from './looks';
import type { ThemeParams } from './palettes';
import type { Settings } from './settings';

export type Client = Settings['client'];

/** A message between app and host. */
export type Message = { type: string; data: unknown };

/** Changes of the client's window, in addition to replies. */
export type PhoneChange = Partial<{
  back: boolean;
  settings: boolean;
  confirmClose: boolean;
  expanded: boolean;
  ready: boolean;
  fullscreen: boolean;
  header: string;
  background: string;
  bottomBar: string;
  reloadSupported: boolean;
  /** Path of the Telegram link that was opened over the app. */
  minimised: string;
  popup: PopupRequest;
  closed: boolean;
  /** The app reloads itself, so the frame is not replaced. */
  reloading: boolean;
}>;

export type PopupButton = { id: string; type: string; text: string };
export type PopupRequest = { title: string; message: string; buttons: PopupButton[] };

/** State of the host around the app when a message arrives. */
export type Surroundings = {
  theme: ThemeParams;
  size: { width: number; height: number };
  fullscreen: boolean;
  /**
   * Insets that a phone or desktop client reports. Null for web clients, which have their own
   * rules.
   */
  edges: Edges | null;
  /** Insets in fullscreen or not. */
  edgesIn(fullscreen: boolean): Edges | null;
};

/** A client's response. `open`: a link for the browser. `note`: a remark for the log. */
export type Response = {
  replies: Message[];
  change: PhoneChange;
  open?: string;
  note?: string;
};

/** Height of Telegram's floating controls in fullscreen, in px (A: 3.675rem). */
const FULLSCREEN_TOP: Record<Client, number> = {
  weba: 58.8,
  webk: 56,
  silent: 0,
  'other-origin': 0,
};

/** Milliseconds until a client reports a new theme to the app. Null: never. */
export const THEME_DELAY: Record<Client, number | null> = {
  weba: 400,
  webk: 0,
  silent: null,
  'other-origin': null,
};

/** Milliseconds for which a client waits for iframe_will_reload before it replaces the frame. */
export const RELOAD_PATIENCE: Record<Client, number> = {
  weba: 500,
  webk: 300,
  silent: 300,
  'other-origin': 500,
};

/** Only Web A reports a changed frame size to the app. */
export function tellsViewport(client: Client): boolean {
  return client === 'weba';
}

const insets = (top: number): Insets => ({ top, bottom: 0, left: 0, right: 0 });

export function viewportChanged({ size }: Pick<Surroundings, 'size'>): Message {
  return { type: 'viewport_changed', data: { ...size, is_expanded: true, is_state_stable: true } };
}

export function themeChanged({ theme }: Pick<Surroundings, 'theme'>): Message {
  return { type: 'theme_changed', data: { theme_params: theme } };
}

type Around = Pick<Surroundings, 'fullscreen' | 'edges'>;

function contentInsets(client: Client, { fullscreen, edges }: Around): Insets {
  return edges?.content ?? insets(fullscreen ? FULLSCREEN_TOP[client] : 0);
}

function safeAreas(client: Client, around: Around): Message[] {
  return [
    { type: 'safe_area_changed', data: around.edges?.safe ?? insets(0) },
    { type: 'content_safe_area_changed', data: contentInsets(client, around) },
  ];
}

/**
 * A web client reports only the area that its buttons cover. A phone's client also reports the
 * device's insets.
 */
function fullscreenChanged(client: Client, around: Surroundings, fullscreen: boolean): Message[] {
  const then = { fullscreen, edges: around.edgesIn(fullscreen) };
  const areas = safeAreas(client, then);
  return [
    { type: 'fullscreen_changed', data: { is_fullscreen: fullscreen } },
    ...(then.edges ? areas : areas.slice(1)),
  ];
}

/** Returns the messages when the phone is turned or its keyboard opens. Web clients send none. */
export function edgesChanged(client: Client, around: Surroundings): Message[] {
  return around.edges && client === 'weba' ? safeAreas(client, around) : [];
}

/** Returns the messages that a client sends when it opens the frame, before the app has loaded. */
export function onOpen(client: Client, around: Surroundings): Message[] {
  return client === 'weba'
    ? [
        viewportChanged(around),
        ...safeAreas(client, { fullscreen: false, edges: around.edgesIn(false) }),
      ]
    : [];
}

/** Web A sends the app its scrollbar and colours as a style sheet. */
export function customStyle(theme: ThemeParams): Message {
  return {
    type: 'set_custom_style',
    data: `* { scrollbar-color: ${theme.hint_color ?? '#999999'} transparent; }`,
  };
}

type Fields = Record<string, unknown>;

function fieldsOf(data: unknown): Fields {
  return typeof data === 'object' && data !== null ? (data as Fields) : {};
}

function popupOf({ title, message, buttons }: Fields): PopupRequest | null {
  if (typeof message !== 'string' || message === '') return null;
  const list = Array.isArray(buttons) && buttons.length > 0 ? buttons.slice(0, 3) : [{}];
  const words: Record<string, string> = { ok: 'OK', close: 'Close', cancel: 'Cancel' };
  return {
    title: typeof title === 'string' ? title : '',
    message,
    buttons: list.map((button: Fields) => {
      const type = typeof button.type === 'string' ? button.type : 'default';
      const text = typeof button.text === 'string' ? button.text : '';
      return { id: String(button.id ?? ''), type, text: text || words[type] || 'OK' };
    }),
  };
}

function colorOf({ color, color_key: key }: Fields, theme: ThemeParams): string | null {
  if (typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color)) return color;
  return typeof key === 'string' ? (theme[key] ?? null) : null;
}

function isWebLink(url: unknown): url is string {
  return typeof url === 'string' && /^https?:\/\//i.test(url);
}

type Rule = (data: Fields, client: Client, around: Surroundings) => Partial<Response>;

const reply = (...replies: Message[]): Partial<Response> => ({ replies });
const change = (what: PhoneChange): Partial<Response> => ({ change: what });
const note = (text: string): Partial<Response> => ({ note: text });

const RULES: Record<string, Rule> = {
  iframe_ready: ({ reload_supported }, client, { theme }) => ({
    change: { reloadSupported: reload_supported === true, ready: false },
    replies: client === 'weba' ? [customStyle(theme)] : [],
  }),
  iframe_will_reload: () => change({ reloading: true }),
  web_app_ready: () => change({ ready: true }),
  web_app_expand: () => change({ expanded: true }),
  web_app_close: () => change({ closed: true }),
  web_app_request_theme: (_, __, around) => reply(themeChanged(around)),
  web_app_request_viewport: (_, client, around) =>
    client === 'weba' ? reply(viewportChanged(around)) : note('Web K never answers this'),
  web_app_request_safe_area: (_, client, around) =>
    client === 'weba' ? reply(...safeAreas(client, around)) : note('Web K never answers this'),
  web_app_request_content_safe_area: (_, client, around) =>
    client === 'weba' ? reply(...safeAreas(client, around)) : note('Web K never answers this'),
  web_app_setup_back_button: ({ is_visible }) => change({ back: is_visible === true }),
  web_app_setup_settings_button: ({ is_visible }) => change({ settings: is_visible === true }),
  // Web A turns the confirmation on for any value.
  web_app_setup_closing_behavior: ({ need_confirmation }, client) =>
    change({ confirmClose: client === 'weba' || need_confirmation === true }),
  web_app_set_header_color: (data, _, { theme }) => {
    const header = colorOf(data, theme);
    return header ? change({ header }) : note('No colour that this client understands');
  },
  web_app_set_background_color: (data, client, { theme }) => {
    const background =
      colorOf({ color: data.color }, theme) ?? (client === 'weba' ? theme.bg_color : null);
    return background ? change({ background }) : note('Only #rrggbb is understood');
  },
  web_app_set_bottom_bar_color: (data, _, { theme }) => {
    const bottomBar = colorOf({ color: data.color }, theme);
    return bottomBar ? change({ bottomBar }) : note('Only #rrggbb is understood');
  },
  web_app_request_fullscreen: (_, client, around) =>
    around.fullscreen
      ? reply({ type: 'fullscreen_failed', data: { error: 'ALREADY_FULLSCREEN' } })
      : { change: { fullscreen: true }, replies: fullscreenChanged(client, around, true) },
  web_app_exit_fullscreen: (_, client, around) =>
    around.fullscreen
      ? { change: { fullscreen: false }, replies: fullscreenChanged(client, around, false) }
      : {},
  web_app_open_tg_link: ({ path_full }, client) => {
    if (typeof path_full !== 'string' || !path_full.startsWith('/'))
      return note('path_full must start with /; native clients close the app here');
    return client === 'weba'
      ? {
          change: { minimised: path_full },
          replies: [{ type: 'visibility_changed', data: { is_visible: false } }],
        }
      : { open: `https://t.me${path_full}`, note: 'Telegram opens it, the app stays' };
  },
  web_app_open_link: ({ url }) =>
    isWebLink(url) ? { open: url } : note('Only http(s) links are opened'),
  web_app_open_popup: (data) => {
    const popup = popupOf(data);
    return popup ? change({ popup }) : note('A popup needs a message of 1 to 256 characters');
  },
  web_app_read_text_from_clipboard: ({ req_id }) =>
    reply({ type: 'clipboard_text_received', data: { req_id, data: null } }),
  web_app_request_write_access: () =>
    reply({ type: 'write_access_requested', data: { status: 'allowed' } }),
  web_app_request_phone: () => reply({ type: 'phone_requested', data: { status: 'cancelled' } }),
  web_app_request_chat: ({ req_id }) =>
    reply({ type: 'requested_chat_failed', data: { req_id, error: 'UNSUPPORTED' } }),
  web_app_check_home_screen: () =>
    reply({ type: 'home_screen_checked', data: { status: 'unsupported' } }),
};

/** Methods that web clients accept without a visible effect. */
const UNSEEN = new Set([
  'web_app_trigger_haptic_feedback',
  'web_app_setup_swipe_behavior',
  'web_app_toggle_orientation_lock',
  'web_app_hide_keyboard',
]);

/**
 * Returns the response of a client to a message of the app. A silent host never responds, nor does
 * any client to an app that has left its origin.
 */
export function respond(client: Client, { type, data }: Message, around: Surroundings): Response {
  const nothing: Response = { replies: [], change: {} };
  if (client === 'silent') return { ...nothing, note: 'This client never answers' };
  if (client === 'other-origin')
    return { ...nothing, note: 'Dropped: not the origin of the mini app (Bot API 10.2)' };
  if (type === 'iframe_ready' && client === 'weba' && (data === null || typeof data !== 'object'))
    return { ...nothing, note: 'Web A reads reload_supported unchecked: it throws here' };
  const rule = RULES[type];
  if (rule) return { ...nothing, ...rule(fieldsOf(data), client, around) };
  return UNSEEN.has(type)
    ? nothing
    : { ...nothing, note: 'The sandbox does not know this method, so nothing answers' };
}
