import { isRecord } from './connect-request.ts';

/** An app's manifest. */
export type Manifest = {
  url: string;
  name: string;
  iconUrl: string;
  termsOfUseUrl?: string;
  privacyPolicyUrl?: string;
};

/** A problem with code 2 or 3 of a connect_error. */
export type ManifestProblem = { code: 2 | 3; message: string };

/** Timeout for the manifest, in milliseconds. */
const PATIENCE = 10_000;

function webUrl(text: unknown): URL | null {
  if (typeof text !== 'string' || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
}

function read(content: unknown): Manifest | string {
  if (!isRecord(content)) return 'it is not a JSON object';
  const { url, name, iconUrl, termsOfUseUrl, privacyPolicyUrl } = content;
  if (!webUrl(url)) return '"url" is not an http(s) address';
  if (typeof name !== 'string' || name.trim() === '') return '"name" is missing';
  if (!webUrl(iconUrl)) return '"iconUrl" is not an http(s) address';
  const manifest: Manifest = { url: String(url), name, iconUrl: String(iconUrl) };
  if (webUrl(termsOfUseUrl)) manifest.termsOfUseUrl = String(termsOfUseUrl);
  if (webUrl(privacyPolicyUrl)) manifest.privacyPolicyUrl = String(privacyPolicyUrl);
  return manifest;
}

/** Fetches and validates a manifest, over http and https only. */
export async function fetchManifest(
  address: string,
  fetcher: typeof fetch = fetch,
): Promise<Manifest | ManifestProblem> {
  const url = webUrl(address);
  if (!url)
    return { code: 2, message: `Manifest not found: "${address}" is not an http(s) address` };
  let response: Response;
  try {
    response = await fetcher(url, { signal: AbortSignal.timeout(PATIENCE), cache: 'no-cache' });
  } catch (error) {
    const reason =
      error instanceof Error && error.name === 'TimeoutError' ? 'no answer' : 'no way there';
    return { code: 2, message: `Manifest not found: ${address} (${reason})` };
  }
  if (!response.ok)
    return { code: 2, message: `Manifest not found: ${address} answered ${response.status}` };
  let content: unknown;
  try {
    content = await response.json();
  } catch {
    return { code: 3, message: `Manifest content error: ${address} is not JSON` };
  }
  const manifest = read(content);
  return typeof manifest === 'string'
    ? { code: 3, message: `Manifest content error: ${address}: ${manifest}` }
    : manifest;
}

/** Returns the domain of a proof: host and port of the manifest's `url`. */
export function domainOf(manifest: Manifest): string {
  return new URL(manifest.url).host;
}
