/**
 * What the channel knows of a method before it sends it: the Mini Apps version that brought it, and
 * behind a space the field without which Telegram Desktop closes the whole app. Methods that are not
 * here pass as they are. `web_app_open_tg_link` has no version: an iframe host takes it at any (see
 * features/links.ts).
 */
export const METHOD_RULES: Readonly<Record<string, string>> = {
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
