import type { BrowserContext, Frame, Route } from '@playwright/test';
import type { DevWallet } from '../dev-wallet.ts';
import type { InjectedBridge } from '../injected/injected.ts';
import { parseLink } from '../protocol/links.ts';
import { entryFor, onOneBridge, type Reach } from './list.ts';
import { pageWallet } from './page-wallet.ts';

export type AttachOptions = {
  /**
   * How apps reach the wallet: `extension`, as a browser extension in their page (default); `link`,
   * by links and QR codes over a bridge, where every link to any wallet opens this one; or `both`.
   */
  reach?: Reach;
  /**
   * Wallets list for apps: `alone`, only this wallet, without a request to the network; `beside`,
   * the app's list with this wallet first and every wallet on this one's bridge; or `untouched`,
   * the app's list as it is.
   */
  list?: 'alone' | 'beside' | 'untouched';
  /** Selects the requests for the list. Default: those whose path ends with `/wallets-v2.json`. */
  listUrl?: string | RegExp;
};

const BINDING = '__prichalDevWallet';

type Loaded = { load: string; bridge: InjectedBridge; dispose(): void };

/**
 * Bridges to the wallet, one for each load of each frame. A bridge is disposed when its load ends.
 */
class Loads {
  readonly #wallet: DevWallet;
  readonly #frames = new Map<Frame, Loaded>();

  constructor(wallet: DevWallet) {
    this.#wallet = wallet;
  }

  bridge(frame: Frame, load: string): InjectedBridge {
    const before = this.#frames.get(frame);
    if (before?.load === load) return before.bridge;
    before?.dispose();
    const { bridge, dispose } = this.#wallet.bridgeFor(new URL(frame.url()).origin);
    this.#frames.set(frame, { load, bridge, dispose });
    bridge.listen((event) => {
      frame
        .evaluate(
          ([name, data]) => {
            const listener = (window as unknown as Record<string, unknown>)[name];
            if (typeof listener === 'function') listener(data);
          },
          [`${BINDING}Event`, event] as const,
        )
        // The page has been closed.
        .catch(() => undefined);
    });
    return bridge;
  }
}

async function theirList(route: Route): Promise<unknown> {
  try {
    return await (await route.fetch()).json();
  } catch {
    return [];
  }
}

/**
 * Attaches the wallet to every page of this context: injects it, adds it to wallets lists, and
 * opens links to wallets with it. Call it before the first page loads. `onProblem` receives links
 * that could not be opened.
 */
export async function attachWallet(
  context: BrowserContext,
  wallet: DevWallet,
  {
    reach = 'extension',
    list = 'alone',
    listUrl,
    onProblem = () => {},
  }: AttachOptions & { onProblem?: (problem: string) => void } = {},
): Promise<void> {
  const extension = reach !== 'link';
  const links = reach !== 'extension';
  const loads = new Loads(wallet);
  const open = (link: string) =>
    wallet.open(link).catch((error: unknown) => onProblem(`${link}: ${String(error)}`));

  await context.exposeBinding(
    BINDING,
    async ({ frame }, load: string, method: string, ...parameters: unknown[]) => {
      const [first, second] = parameters;
      if (method === 'open') return void (await open(String(first)));
      const bridge = loads.bridge(frame, load);
      switch (method) {
        case 'connect':
          return bridge.connect(Number(first), second);
        case 'restoreConnection':
          return bridge.restoreConnection();
        case 'send':
          return bridge.send(first);
        case 'disconnect':
          return bridge.disconnect();
      }
    },
  );
  const { facts, identity } = wallet;
  const key = identity.jsBridgeKey;
  const doors = [identity.universalUrl];
  await context.addInitScript(pageWallet, {
    binding: BINDING,
    extension,
    key,
    facts,
    links,
    doors,
  });

  if (list !== 'untouched') {
    const isList = listUrl ?? ((url: URL) => url.pathname.endsWith('/wallets-v2.json'));
    await context.route(isList, async (route) => {
      const others = list === 'alone' ? [] : onOneBridge(await theirList(route), wallet.bridgeUrl);
      wallet.playAs(others);
      await route.fulfill({
        json: [entryFor(wallet.listEntry, reach), ...others],
        headers: { 'access-control-allow-origin': '*' },
      });
    });
  }
  if (!links) return;
  // Navigations to a wallet are answered with 204, so that the page stays, as it does when an app
  // opens the link.
  await context.route(
    (url) => parseLink(url.href).kind === 'connect',
    async (route) => {
      const request = route.request();
      if (!request.isNavigationRequest()) return route.fallback();
      await open(request.url());
      await route.fulfill({ status: 204 });
    },
  );
}
