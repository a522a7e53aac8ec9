/** What the server tells the page: one build serves any product. */
export interface PageConfig {
  readonly product: { readonly name: string; readonly slug: string };
  /** `https://t.me/…` link that opens this app, when one is configured. */
  readonly bot: string | null;
}

export const DEFAULT_PRODUCT: PageConfig['product'] = { name: 'Prichal', slug: 'prichal' };

/** Reads a configuration; a missing or unusable field becomes its default. */
export function parsePageConfig(text: string): PageConfig {
  let data: Record<string, unknown> = {};
  try {
    data = Object(JSON.parse(text));
  } catch {
    // A page without a server's configuration (a development build) is a page with the defaults.
  }
  const product = Object(data.product) as Record<string, unknown>;
  const filled = (value: unknown, fallback: string) =>
    typeof value === 'string' && value !== '' ? value : fallback;
  return {
    product: {
      name: filled(product.name, DEFAULT_PRODUCT.name),
      slug: filled(product.slug, DEFAULT_PRODUCT.slug),
    },
    bot: typeof data.bot === 'string' && data.bot.startsWith('https://t.me/') ? data.bot : null,
  };
}

/** Reads it out of the page; the head's script does, and leaves it on the window for the bundle. */
export function pageConfig(): PageConfig {
  return parsePageConfig(document.getElementById('page-config')?.textContent ?? '');
}
