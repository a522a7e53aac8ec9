import type { injectedFacts } from '../injected/injected.ts';

/** Parameters of the script in a page. */
export type PageSetting = {
  /** Name of the function that calls the wallet. */
  binding: string;
  /** Whether the wallet is injected as `window[key].tonconnect`. */
  extension: boolean;
  key: string;
  facts: ReturnType<typeof injectedFacts>;
  /** Whether links to wallets are intercepted and given to the wallet. */
  links: boolean;
  /** Beginnings of wallet links that may have no request. */
  doors: readonly string[];
};

/** Calls the wallet from a page. `load` identifies the page's load. */
export type PageCall = (load: string, method: string, ...parameters: unknown[]) => Promise<unknown>;

/**
 * Script that runs in each page before the page's scripts. Must not use anything outside its body.
 */
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
    // Stand-in for an opened window. Apps check whether it is closed, and close it.
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
