import { hostKind, isTelegramParent } from '../host/environment';
import { isLaunchQuery, type LaunchParams, parseLaunchParams } from './parse';
import { launchQueryOf } from './query';
import { storedLaunchQuery, storeLaunchQuery } from './session';

interface Launch {
  readonly query: string;
  readonly params: LaunchParams;
}

let launch: Launch | null | undefined;

/** A client can lose the parameters (reload behind a redirect), yet its channel proves it is there. */
function insideTelegram(): boolean {
  const kind = hostKind();
  return kind === 'webview' || kind === 'notify' || (kind === 'iframe' && isTelegramParent());
}

function readLaunch(): Launch | null {
  if (typeof window === 'undefined') return null;
  const fromUrl = launchQueryOf(location.href);
  if (isLaunchQuery(fromUrl)) {
    storeLaunchQuery(fromUrl);
    return { query: fromUrl, params: parseLaunchParams(fromUrl) };
  }
  const stored = storedLaunchQuery();
  if (isLaunchQuery(stored)) return { query: stored, params: parseLaunchParams(stored) };
  return insideTelegram() ? { query: fromUrl, params: parseLaunchParams(fromUrl) } : null;
}

function currentLaunch(): Launch | null {
  if (launch === undefined) launch = readLaunch();
  return launch;
}

/** The parameters of this launch, read once per page. Null: Telegram did not open this page. */
export function launchParams(): LaunchParams | null {
  return currentLaunch()?.params ?? null;
}

/** Whether Telegram opened this page. */
export function isTelegram(): boolean {
  return launchParams() !== null;
}

/**
 * The launch parameters as a hash (`#tgWebApp…`), or an empty string. Put it behind every address
 * that the app navigates to, and a reload keeps them with no storage at all.
 */
export function launchHash(): string {
  const query = currentLaunch()?.query ?? '';
  return query === '' ? '' : `#${query}`;
}
