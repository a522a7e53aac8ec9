import { signInitData } from './init-data';
import { PALETTES } from './palettes';
import { platformOf, type Settings } from './settings';

/** Compares versions part by part: 6.10 is above 6.9. */
export function isAtLeast(version: string, floor: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [floorMajor = 0, floorMinor = 0] = floor.split('.').map(Number);
  return major > floorMajor || (major === floorMajor && minor >= floorMinor);
}

/** Web K reports 9.0 if it is set to 8.0, with the features of 8.0. */
function claimedVersion({ client, version }: Settings): string {
  return client === 'webk' && version === '8.0' ? '9.0' : version;
}

function userOf({ lang }: Settings): string {
  return JSON.stringify({
    id: 5_628_441_907,
    first_name: 'Вера',
    last_name: 'Гавань',
    username: 'vera_gavan',
    language_code: lang,
    is_premium: true,
    allows_write_to_pm: true,
  });
}

/** Returns the origin of the app's frame: the sandbox's own, or the other loopback name. */
export function frameOrigin(site: Settings['site'], here: URL): string {
  if (site === 'same') return here.origin;
  const twin = new URL(here.origin);
  twin.hostname = here.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return twin.origin;
}

/**
 * Edits launch parameters, to imitate unusual clients. `edits` are joined by `&`, with encoded
 * values: `name=value` replaces, `+name=value` repeats, `-name` removes.
 */
export function editLaunch(launch: string, edits: string): string {
  const nameOf = (pair: string) => pair.replace(/=.*/, '');
  let pairs = launch.split('&');
  for (const edit of edits === '' ? [] : edits.split('&')) {
    const pair = edit.replace(/^[+-]/, '');
    const isWanted = (each: string) => nameOf(each) !== nameOf(pair);
    if (edit.startsWith('-')) pairs = pairs.filter(isWanted);
    else if (edit.startsWith('+')) pairs.push(pair);
    else pairs = [...pairs.filter(isWanted), pair];
  }
  return pairs.join('&');
}

/** Telegram appends its parameters to the app's hash path, if there is one. */
function withLaunchHash(url: URL, launch: string): string {
  if (launch === '') return url.href;
  if (url.hash === '') return `${url.href}#${launch}`;
  return `${url.href}${/[=?]/.test(url.hash) ? '&' : '?'}${launch}`;
}

/**
 * Returns the address that a client with these settings opens, signed at `now` (Unix milliseconds).
 */
export async function launchUrl(settings: Settings, here: URL, now: number): Promise<string> {
  const { start, path, theme, site, launch: edits } = settings;
  const version = claimedVersion(settings);
  const fields: [string, string][] = [
    ['user', userOf(settings)],
    ['chat_instance', '-3788475317572404878'],
    ['chat_type', 'private'],
    ...(start === '' ? [] : [['start_param', start] as [string, string]]),
    ['auth_date', String(Math.floor(now / 1000))],
  ];
  const launch = new URLSearchParams({
    tgWebAppData: await signInitData(fields, { signature: isAtLeast(version, '8.0') }),
    tgWebAppVersion: version,
    tgWebAppPlatform: platformOf(settings),
    tgWebAppThemeParams: JSON.stringify(PALETTES[theme].params),
  });
  const url = new URL(path, frameOrigin(site, here));
  if (start !== '') url.searchParams.set('tgWebAppStartParam', start);
  return withLaunchHash(url, editLaunch(launch.toString().replaceAll('+', '%20'), edits));
}
