import type { Routes } from '../routes';

/**
 * The path to open: the address, unless it is home and the start parameter of a deep link
 * (`t.me/<bot>?startapp=wheel`) names another page.
 */
export function startPath(routes: Routes, path: string, startParam: string | null): string {
  const word = startParam?.split(/[_-]/)[0] ?? '';
  const isPage = word === 'wheel' || word === 'about' || word === 'buy';
  return path === '/' && isPage ? routes[word].path : path;
}
