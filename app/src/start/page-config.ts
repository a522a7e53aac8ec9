/** Translations to one language, by Russian text. */
export type Words = Readonly<Record<string, string>>;

/** Configuration that the server writes into the page, so that one build serves any product. */
export interface PageConfig {
  readonly product: { readonly name: string; readonly slug: string };
  /** `https://t.me/…` link that opens this app. Null if not configured. */
  readonly bot: string | null;
  /** Codes of the page's languages, preferred first. Never empty. */
  readonly languages: readonly string[];
  /** Translations by language. Russian has none: the page is written in it. */
  readonly words: Readonly<Record<string, Words>>;
  /** Path of the developer's sandbox. Null if there is none. */
  readonly stand: string | null;
}

const DEFAULT_PRODUCT: PageConfig['product'] = { name: 'Prichal', slug: 'prichal' };

/**
 * Parses a configuration. A missing field, or an unusable configured value, becomes its default.
 */
export function parsePageConfig(text: string): PageConfig {
  let data: Record<string, unknown> = {};
  try {
    data = Object(JSON.parse(text));
  } catch {
    // A page without a server's configuration (a development build) uses the defaults.
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

/**
 * Reads the configuration from the page. Only the head's script calls this; the bundle reads the
 * result from the window.
 */
export function pageConfig(): PageConfig {
  return parsePageConfig(document.getElementById('page-config')?.textContent ?? '');
}
