import type { injectedFacts } from '../injected/injected.ts';

/** What the script in a page is given. */
export type PageSetting = {
  /** Name of the function that calls the wallet. */
  binding: string;
  /** Whether the page finds the wallet by `window[key].tonconnect`. */
  extension: boolean;
  key: string;
  facts: ReturnType<typeof injectedFacts>;
  /** Whether links to wallets are kept from opening, and given to the wallet. */
  links: boolean;
  /** Where links of wallets begin that may come without a request. */
  doors: readonly string[];
};

/** What a page asks of the wallet, whose own name for the page's load is `load`. */
export type PageCall = (load: string, method: string, ...parameters: unknown[]) => Promise<unknown>;

/** Runs in each page before its own scripts; made of nothing that is not in it. */
export function pageWallet({ binding, extension, key, facts, links, doors }: PageSetting): void {
  if (!/^https?:$/.test(location.protocol)) return;
  const place = window as unknown as Record<string, unknown>;
  const load = `${Math.random()}`;
  const call = (method: string, ...parameters: unknown[]) =>
    (place[binding] as PageCall)(load, method, ...parameters);

  if (extension) {
    const listeners = new Set<(event: unknown) => void>();
    place[`${binding}Event`] = (event: unknown) => {
      for (const listener of [...listeners]) listener(event);
    };
    void call('begin');
    const tonconnect = {
      ...facts,
      connect: (version: number, request: unknown) => call('connect', version, request),
      restoreConnection: () => call('restoreConnection'),
      send: (message: unknown) => call('send', message),
      listen(listener: (event: unknown) => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      disconnect: () => call('disconnect'),
    };
    Object.defineProperty(window, key, { value: { tonconnect }, enumerable: true });
  }
  if (!links) return;

  const leadsToWallet = (link: string) =>
    /^tc:\/\//i.test(link) ||
    /startapp=tonconnect-/.test(link) ||
    (/[?&]v=2(&|$)/.test(link) && /[?&]id=[0-9a-f]{64}(&|$)/i.test(link) && /[?&]r=/.test(link)) ||
    doors.some((door) => link.startsWith(door));

  const openWindow = window.open;
  window.open = (url, target, features) => {
    if (url === undefined || !leadsToWallet(String(url)))
      return openWindow.call(window, url, target, features);
    void call('open', String(url));
    // What an app does with a window that it has: look whether it is closed, close it.
    const opened = { closed: false, opener: null, focus() {}, close() {} };
    return /noopener|noreferrer/.test(features ?? '') ? null : (opened as unknown as Window);
  };
  addEventListener(
    'click',
    (event) => {
      const anchor = event
        .composedPath()
        .find((each): each is HTMLAnchorElement => each instanceof HTMLAnchorElement);
      if (!anchor || !leadsToWallet(anchor.href)) return;
      event.preventDefault();
      void call('open', anchor.href);
    },
    true,
  );
}
