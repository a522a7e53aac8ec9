/** Data of a launch, field by field. */
export type LaunchFacts = {
  /** Parameters of the address, without the init data. */
  parameters: [name: string, value: string][];
  /** Fields of the init data, decoded. */
  initData: [name: string, value: string][];
  /** Init data exactly as in the address, for verification by a server. */
  raw: string;
};

function pretty(value: string): string {
  try {
    const read: unknown = JSON.parse(value);
    return typeof read === 'object' ? JSON.stringify(read, null, 2) : value;
  } catch {
    return value;
  }
}

/** Parses the address that a client opens. */
export function launchFacts(url: string): LaunchFacts {
  const { hash } = new URL(url);
  const text = hash.slice(1);
  const start = text.indexOf('tgWebApp');
  const pairs = [...new URLSearchParams(start === -1 ? '' : text.slice(start))];
  const raw = pairs.find(([name]) => name === 'tgWebAppData')?.[1] ?? '';
  const each = ([name, value]: [string, string]): [string, string] => [name, pretty(value)];
  return {
    parameters: pairs.filter(([name]) => name !== 'tgWebAppData').map(each),
    initData: [...new URLSearchParams(raw)].map(each),
    raw,
  };
}
