/** The site's data from its manifest. */
export type Site = {
  name: string;
  /** Public origin, for wallets and phones. */
  origin: string;
};

/** The sandbox also works without a manifest. */
export async function readSite(here: string): Promise<Site> {
  const unknown = { name: 'Mini app', origin: here };
  try {
    const manifest = (await (await fetch('/tonconnect-manifest.json')).json()) as {
      name?: unknown;
      url?: unknown;
    };
    return {
      name: typeof manifest.name === 'string' ? manifest.name : unknown.name,
      origin: typeof manifest.url === 'string' ? new URL(manifest.url).origin : here,
    };
  } catch {
    return unknown;
  }
}
