import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { findHost } from './find-host.js';
import { on } from './inbox.js';

afterEach(() => vi.unstubAllGlobals());

/** Launch parameters from a client. */
const QUERY = 'tgWebAppVersion=9.0';

interface Frame {
  /** Undefined if the browser names no ancestors. */
  readonly ancestor?: string;
  readonly referrer?: string;
  readonly own?: string;
}

/** A page in a frame of another site, and the target of its first message. */
function inFrame({ ancestor, referrer = '', own = 'https://app.example' }: Frame) {
  const postMessage = vi.fn<(text: string, origin: string) => void>();
  const parent = {
    postMessage,
    get location(): never {
      throw new DOMException('of another site', 'SecurityError');
    },
  };
  const page = Object.assign(new EventTarget(), { parent });
  const ancestorOrigins = ancestor === undefined ? undefined : [ancestor];
  vi.stubGlobal('window', page);
  vi.stubGlobal('location', { origin: own, ancestorOrigins });
  vi.stubGlobal('document', { referrer });
  const receive = vi.fn();
  onTestFinished(on('theme_changed', receive));
  // Without parameters, only Telegram's own pages count.
  const isProven = findHost('') !== null;
  const host = findHost(QUERY);
  const target = () => {
    host?.send('web_app_ready', {});
    return postMessage.mock.lastCall?.[1];
  };
  const say = (origin: string, source: unknown = parent) => {
    const data = JSON.stringify({ eventType: 'theme_changed', eventData: 1 });
    const event = new MessageEvent('message', { data, origin });
    // Node's own class requires a port there.
    page.dispatchEvent(Object.defineProperty(event, 'source', { value: source }));
  };
  return { kind: host?.kind ?? 'none', isProven, target, receive, say };
}

const WEB = 'https://web.telegram.org';

describe('in a frame', () => {
  it.each<[what: string, frame: Frame, kind: string, proven: boolean, target: string | undefined]>([
    ['Web A and K', { ancestor: WEB }, 'iframe', true, WEB],
    [
      'their other host',
      { ancestor: 'https://webk.telegram.org' },
      'iframe',
      true,
      'https://webk.telegram.org',
    ],
    ['no ancestors, a referrer', { referrer: `${WEB}/k/#@bot` }, 'iframe', true, WEB],
    ['no ancestors, no referrer', {}, 'iframe', false, WEB],
    [
      'no ancestors, our own referrer',
      { referrer: 'https://app.example/about' },
      'iframe',
      false,
      WEB,
    ],
    ['no ancestors, a strange referrer', { referrer: 'https://t.me/bot' }, 'iframe', false, WEB],
    ['an origin that is none', { ancestor: 'null' }, 'iframe', false, WEB],
    ['another site', { ancestor: 'https://example.com' }, 'none', false, undefined],
    [
      'a site that looks like it',
      { ancestor: 'https://web.telegram.org.example' },
      'none',
      false,
      undefined,
    ],
    ['another that does', { ancestor: 'https://eviltelegram.org' }, 'none', false, undefined],
    ['its name without TLS', { ancestor: 'http://web.telegram.org' }, 'none', false, undefined],
    [
      'its name on another port',
      { ancestor: 'https://web.telegram.org:8443' },
      'none',
      false,
      undefined,
    ],
    [
      'loopback in loopback',
      { ancestor: 'http://127.0.0.1:8080', own: 'http://localhost:5173' },
      'iframe',
      false,
      'http://127.0.0.1:8080',
    ],
    ['loopback around a site', { ancestor: 'http://localhost:8080' }, 'none', false, undefined],
  ])('of %s', (_what, frame, kind, isProven, target) => {
    const found = inFrame(frame);
    expect(found).toMatchObject({ kind, isProven });
    expect(found.target()).toBe(target);
  });

  it('accepts messages of its parent if it may be the host, and learns its origin', () => {
    const { receive, say, target } = inFrame({});
    say('https://example.com');
    say('https://webz.telegram.org', {});
    expect(receive).not.toHaveBeenCalled();
    say('https://webz.telegram.org');
    expect(receive).toHaveBeenCalledWith(1);
    expect(target()).toBe('https://webz.telegram.org');
  });
});

describe('in a top window', () => {
  const page = (native: object) => {
    const window: Record<string, unknown> = { ...native };
    window.parent = window;
    vi.stubGlobal('window', window);
    vi.stubGlobal('location', { origin: 'https://app.example' });
    return findHost('');
  };

  it('uses the proxy of native clients', () => {
    const postEvent = vi.fn();
    const host = page({ TelegramWebviewProxy: { postEvent }, external: { notify: vi.fn() } });
    host?.send('web_app_expand', {});
    expect(host?.kind).toBe('webview');
    expect(postEvent).toHaveBeenCalledWith('web_app_expand', '{}');
  });

  it('uses the channel of Windows Phone', () => {
    const notify = vi.fn();
    const host = page({ external: { notify } });
    host?.send('web_app_expand', {});
    expect(host?.kind).toBe('webview');
    expect(notify).toHaveBeenCalledWith('{"eventType":"web_app_expand","eventData":{}}');
  });

  it('finds no host in a browser', () => {
    expect(page({ external: {} })).toBeNull();
  });
});
