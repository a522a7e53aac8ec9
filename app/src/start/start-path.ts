/**
 * Returns the path to open: the path of the address, or the page that the start parameter of a deep
 * link names (`t.me/<bot>?startapp=wheel`) if the address is home.
 */
export function startPath(slug: string, path: string, startParam: string | null): string {
  const word = startParam?.split(/[_-]/)[0] ?? '';
  if (path !== '/') return path;
  if (word === 'buy') return `/buy-${slug}`;
  return word === 'wheel' || word === 'about' ? `/${word}` : path;
}
