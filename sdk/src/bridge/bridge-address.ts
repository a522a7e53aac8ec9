/** Address of `path` on a bridge, with the parameters that are not undefined. */
export function bridgeAddress(
  bridgeUrl: string,
  path: 'events' | 'message',
  parameters: Record<string, string | undefined>,
): string {
  const url = new URL(`${bridgeUrl.replace(/\/$/, '')}/${path}`);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.append(name, value);
  }
  return url.toString();
}
