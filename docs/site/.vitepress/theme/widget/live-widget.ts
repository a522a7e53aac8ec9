/*
 * The real widget on a page of this site. It is the package's entry for pages without React, whose
 * components are the same and run on Preact: 8 kB in place of 68, so that a cheap phone has it soon. Manifest
 * and wallets are this site's own, which our server makes (`site.web`).
 */
import type { TonConnectUI, TonConnectUiOptions } from '@prichal/connect/vanilla';

export interface ShownWidget {
  options: TonConnectUiOptions;
  /** Wallets of this network only; undefined: of any. */
  network?: 'main' | 'test' | undefined;
}

/** Languages that the package has beside the two that are built in. */
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

/** Resolves when the page has all that it needs itself: the widget is as large as the rest of it. */
export const whenQuiet = (): Promise<void> =>
  new Promise((resolve) => {
    const wait = (): void => {
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 });
      else setTimeout(resolve, 200);
    };
    if (document.readyState === 'complete') wait();
    else window.addEventListener('load', wait, { once: true });
  });

/** Makes the widget, with its button in the element of this id unless it is null. */
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
