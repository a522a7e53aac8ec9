import { head } from '#head';
import type { HostKind } from './find-host.js';
import type { on } from './inbox.js';

/** The way to the Telegram client and back. Nothing here throws or waits. */
export interface HostChannel {
  readonly kind: HostKind;
  /**
   * Sends a message. Returns false, and sends nothing, when the client's version does not know the
   * method, when a field is missing that a client would choke on, or when there is no channel
   * (which is logged).
   */
  post(type: string, data?: object): boolean;
  /**
   * Listens to an event. What the host said of it before anybody listened comes first. Returns a
   * function that stops listening.
   */
  on: typeof on;
}

/**
 * What has to be known of a method before it is sent by name: the Mini Apps version that brought it,
 * and behind a space the field without which Telegram Desktop closes the whole app. Methods that are
 * not here pass as they are. `web_app_open_tg_link` has no version: an iframe host takes it at any
 * (see features/links.ts).
 */
const METHOD_RULES: Readonly<Record<string, string>> = {
  web_app_setup_back_button: '6.1 is_visible',
  web_app_set_header_color: '6.1',
  web_app_set_background_color: '6.1 color',
  web_app_set_bottom_bar_color: '7.10 color',
  web_app_trigger_haptic_feedback: '6.1 type',
  web_app_setup_closing_behavior: '6.2 need_confirmation',
  web_app_setup_swipe_behavior: '7.7 allow_vertical_swipe',
  web_app_request_safe_area: '8.0',
  web_app_request_content_safe_area: '8.0',
  web_app_open_tg_link: ' path_full',
  web_app_open_link: ' url',
};

function logNoChannel(): void {
  const reason =
    typeof window === 'undefined' ? 'window is not defined' : "Can't post event to TMA";
  // biome-ignore lint/suspicious/noConsole: the specification wants this one logged (section 8)
  console.error(`Can't post event to parent window: ${reason}`);
}

function post(type: string, data: object = {}): boolean {
  const { kind, tell } = head();
  const [since = '', needs = ''] = METHOD_RULES[type]?.split(' ') ?? [];
  if (kind === 'none') logNoChannel();
  else if (needs === '' || Object(data)[needs] !== undefined) return tell(type, since, data);
  return false;
}

/** The page's one channel to the host. */
export function hostChannel(): HostChannel {
  const { kind, on } = head();
  return { kind, post, on };
}
