/**
 * An address without launch parameters, for whoever must not have them: they hold who opened the app, signed
 * by Telegram. All else of it stays.
 */
export function withoutLaunch(url: string): string {
  let kept = '';
  /** What stood before parameters that are left out, and now stands before those behind them. */
  let mark = '';
  for (const part of url.split(/(?=[?#&])/)) {
    if (/^[?#&]tgWebApp/.test(part)) {
      if (!part.startsWith('&')) mark = part.slice(0, 1);
      continue;
    }
    kept += mark && part.startsWith('&') ? mark + part.slice(1) : part;
    mark = '';
  }
  return kept;
}
