/**
 * The path to open: the address, unless it is home and the start parameter of a deep link
 * (`t.me/<bot>?startapp=wheel`) names another page.
 */
export function startPath(slug: string, path: string, startParam: string | null): string {
  const word = startParam?.split(/[_-]/)[0] ?? '';
  if (path !== '/') return path;
  if (word === 'buy') return `/buy-${slug}`;
  return word === 'wheel' || word === 'about' ? `/${word}` : path;
}
