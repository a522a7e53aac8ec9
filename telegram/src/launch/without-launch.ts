/**
 * Returns an address without its launch parameters, which contain the user's signed init data. The rest of
 * the address is unchanged.
 */
export function withoutLaunch(url: string): string {
  let kept = '';
  /** Separator of removed parameters. The next parameter gets it. */
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
