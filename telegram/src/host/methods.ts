/**
 * What the channel knows of a method before it sends it: the Mini Apps version that brought it, and
 * the field without which Telegram Desktop closes the whole app.
 */
interface MethodRule {
  readonly since?: string;
  readonly needs?: string;
}

/**
 * Methods that need a guard; others pass as they are. `web_app_open_tg_link` has no version here:
 * an iframe host takes it at any version (see features/links.ts).
 */
export const METHOD_RULES: Readonly<Record<string, MethodRule>> = {
  web_app_setup_back_button: { since: '6.1', needs: 'is_visible' },
  web_app_set_header_color: { since: '6.1' },
  web_app_set_background_color: { since: '6.1', needs: 'color' },
  web_app_set_bottom_bar_color: { since: '7.10', needs: 'color' },
  web_app_trigger_haptic_feedback: { since: '6.1', needs: 'type' },
  web_app_setup_closing_behavior: { since: '6.2', needs: 'need_confirmation' },
  web_app_setup_swipe_behavior: { since: '7.7', needs: 'allow_vertical_swipe' },
  web_app_request_safe_area: { since: '8.0' },
  web_app_request_content_safe_area: { since: '8.0' },
  web_app_open_tg_link: { needs: 'path_full' },
  web_app_open_link: { needs: 'url' },
};
