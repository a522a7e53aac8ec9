/** The words of one language: what the pages say in Russian, and what they say instead. */
export type Words = Readonly<Record<string, string>>;

/** What the server tells the page: one build serves any product. */
export interface PageConfig {
  readonly product: { readonly name: string; readonly slug: string };
  /** `https://t.me/…` link that opens this app, when one is configured. */
  readonly bot: string | null;
  /** Codes of the languages that the page speaks, the preferred one first; never empty. */
  readonly languages: readonly string[];
  /** By language; none for Russian, in which the page is written. */
  readonly words: Readonly<Record<string, Words>>;
  /** Path of the developer's stand, where there is one. */
  readonly stand: string | null;
}

const DEFAULT_PRODUCT: PageConfig['product'] = { name: 'Prichal', slug: 'prichal' };

/** Reads a configuration; a missing field becomes its default, and what people configured an unusable one. */
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
    languages: (data.languages ?? ['ru']) as readonly string[],
    words: Object(data.words),
    stand: (data.stand ?? null) as string | null,
  };
}

/** Reads it out of the page; the head's script does, and leaves it on the window for the bundle. */
export function pageConfig(): PageConfig {
  return parsePageConfig(document.getElementById('page-config')?.textContent ?? '');
}
