/*
 * The real widget on a page of this site. The entry for pages without React has the same components on Preact: 8 kB
 * instead of 68, so that it loads quickly on a cheap phone. The manifest and the wallets list are this site's own;
 * the Prichal server makes them (`site.web`).
 */
import type { TonConnectUI, TonConnectUiOptions } from '@prichal/connect/vanilla';

export interface ShownWidget {
  options: TonConnectUiOptions;
  /** Only wallets of this network. Undefined for any network. */
  network?: 'main' | 'test' | undefined;
}

/** Languages with a pack of their own. English and Russian are built in. */
export const PACKS = {
  es: async () => (await import('@prichal/connect/languages/es')).es,
  fa: async () => (await import('@prichal/connect/languages/fa')).fa,
  id: async () => (await import('@prichal/connect/languages/id')).id,
  kk: async () => (await import('@prichal/connect/languages/kk')).kk,
  pt: async () => (await import('@prichal/connect/languages/pt')).pt,
  tr: async () => (await import('@prichal/connect/languages/tr')).tr,
  uk: async () => (await import('@prichal/connect/languages/uk')).uk,
  uz: async () => (await import('@prichal/connect/languages/uz')).uz,
};

/** Resolves when the page has loaded and the browser is idle: the widget is as large as the page. */
export const whenQuiet = (): Promise<void> =>
  new Promise((resolve) => {
    const wait = (): void => {
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 });
      else setTimeout(resolve, 200);
    };
    if (document.readyState === 'complete') wait();
    else window.addEventListener('load', wait, { once: true });
  });

/** Makes the widget. `buttonRootId`: element for its button, or null for no button. */
export async function makeWidget(
  { options, network }: ShownWidget,
  buttonRootId: string | null,
): Promise<TonConnectUI> {
  const { CHAIN, TonConnectUI } = await import('@prichal/connect/vanilla');
  const pack = PACKS[options.language as keyof typeof PACKS];
  const languages = pack ? { languages: { [options.language ?? '']: await pack() } } : {};
  const ui = new TonConnectUI({
    manifestUrl: `${location.origin}/tonconnect-manifest.json`,
    walletsListSource: `${location.origin}/wallets-v2.json`,
    ...options,
    ...languages,
    buttonRootId,
  });
  if (network) ui.setConnectionNetwork(network === 'test' ? CHAIN.TESTNET : CHAIN.MAINNET);
  return ui;
}
