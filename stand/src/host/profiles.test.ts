import { describe, expect, it } from 'vitest';
import { type Client, onOpen, respond, type Surroundings } from './profiles';

const around: Surroundings = {
  theme: { bg_color: '#101010', hint_color: '#999999' },
  size: { width: 390, height: 600 },
  fullscreen: false,
  edges: null,
  edgesIn: () => null,
};
const ask = (client: Client, type: string, data: unknown = {}, more: Partial<Surroundings> = {}) =>
  respond(client, { type, data }, { ...around, ...more });
const types = (client: Client, type: string, data: unknown = {}) =>
  ask(client, type, data).replies.map((reply) => reply.type);

const CLIENTS = ['weba', 'webk', 'silent'] as const;

describe('replies, by client', () => {
  it.each([
    ['iframe_ready', ['set_custom_style'], []],
    ['web_app_request_theme', ['theme_changed'], ['theme_changed']],
    ['web_app_request_viewport', ['viewport_changed'], []],
    ['web_app_request_safe_area', ['safe_area_changed', 'content_safe_area_changed'], []],
    ['web_app_request_content_safe_area', ['safe_area_changed', 'content_safe_area_changed'], []],
    [
      'web_app_request_fullscreen',
      ['fullscreen_changed', 'content_safe_area_changed'],
      ['fullscreen_changed', 'content_safe_area_changed'],
    ],
    ['web_app_ready', [], []],
    ['no_such_method', [], []],
  ])('%s', (type, weba, webk) => {
    expect(CLIENTS.map((client) => types(client, type))).toEqual([weba, webk, []]);
  });

  it('arrive at once only from Web A', () => {
    expect(onOpen('weba', around).map(({ type }) => type)).toEqual([
      'viewport_changed',
      'safe_area_changed',
      'content_safe_area_changed',
    ]);
    expect(onOpen('webk', around)).toEqual([]);
    expect(onOpen('silent', around)).toEqual([]);
  });

  it('contain the size of the frame', () => {
    expect(ask('weba', 'web_app_request_viewport').replies[0]?.data).toEqual({
      width: 390,
      height: 600,
      is_expanded: true,
      is_state_stable: true,
    });
  });
});

describe('effects, by client', () => {
  it('show the back button on request, unless the client is silent', () => {
    const back = (client: Client) =>
      ask(client, 'web_app_setup_back_button', { is_visible: true }).change.back;
    expect(CLIENTS.map(back)).toEqual([true, true, undefined]);
  });

  it('drop every message of an app that has left its origin, and say why', () => {
    const METHODS = ['iframe_ready', 'web_app_request_theme', 'web_app_setup_back_button'];
    for (const method of [...METHODS, 'web_app_open_tg_link', 'web_app_open_link']) {
      const { replies, change, open, note } = ask('other-origin', method, {
        is_visible: true,
        path_full: '/durov',
        url: 'https://a.example',
      });
      expect({ replies, change, open }).toEqual({ replies: [], change: {}, open: undefined });
      expect(note).toContain('Dropped');
    }
    expect(onOpen('other-origin', around)).toEqual([]);
  });

  it('refuse to choose a chat, as web clients do', () => {
    expect(ask('webk', 'web_app_request_chat', { req_id: 'r' }).replies).toEqual([
      { type: 'requested_chat_failed', data: { req_id: 'r', error: 'UNSUPPORTED' } },
    ]);
  });

  it('ask before closing; in Web A for any value of the option', () => {
    const confirm = (client: Client) =>
      ask(client, 'web_app_setup_closing_behavior', { need_confirmation: false }).change
        .confirmClose;
    expect([confirm('weba'), confirm('webk')]).toEqual([true, false]);
  });

  it('minimise the app for a Telegram link only in Web A', () => {
    const weba = ask('weba', 'web_app_open_tg_link', { path_full: '/durov' });
    expect(weba.change).toEqual({ minimised: '/durov' });
    expect(weba.replies).toEqual([{ type: 'visibility_changed', data: { is_visible: false } }]);
    expect(ask('webk', 'web_app_open_tg_link', { path_full: '/durov' }).change).toEqual({});
    expect(ask('weba', 'web_app_open_tg_link', { path_full: 'durov' }).change).toEqual({});
  });

  it('open only web links', () => {
    expect(ask('weba', 'web_app_open_link', { url: 'https://a.example' }).open).toBe(
      'https://a.example',
    );
    expect(ask('weba', 'web_app_open_link', { url: 'javascript:1' }).open).toBeUndefined();
  });

  it("put the insets of the client's controls above a fullscreen app", () => {
    const top = (client: Client) => ask(client, 'web_app_request_fullscreen').replies[1]?.data;
    expect(top('weba')).toMatchObject({ top: 58.8 });
    expect(top('webk')).toMatchObject({ top: 56 });
    expect(ask('weba', 'web_app_request_fullscreen', {}, { fullscreen: true }).replies).toEqual([
      { type: 'fullscreen_failed', data: { error: 'ALREADY_FULLSCREEN' } },
    ]);
  });

  it('accept colours as #rrggbb, and keys for the header', () => {
    expect(ask('webk', 'web_app_set_header_color', { color_key: 'bg_color' }).change).toEqual({
      header: '#101010',
    });
    expect(ask('webk', 'web_app_set_background_color', { color: 'bg_color' }).change).toEqual({});
    expect(ask('weba', 'web_app_set_background_color', { color: 'bg_color' }).change).toEqual({
      background: '#101010',
    });
  });

  it('fail on an iframe_ready without an object, as Web A does', () => {
    expect(ask('weba', 'iframe_ready', null).note).toContain('throws');
    expect(ask('webk', 'iframe_ready', null).note).toBeUndefined();
  });

  it('show a popup with at most three buttons and the labels of their types', () => {
    const buttons = [{ id: 'a', type: 'ok' }, { id: 'b', text: 'B' }, { id: 'c' }, { id: 'd' }];
    const { popup } = ask('weba', 'web_app_open_popup', { message: 'm', buttons }).change;
    expect(popup?.buttons.map(({ id, text }) => [id, text])).toEqual([
      ['a', 'OK'],
      ['b', 'B'],
      ['c', 'OK'],
    ]);
    expect(ask('weba', 'web_app_open_popup', {}).change).toEqual({});
  });
});
