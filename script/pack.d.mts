type Package = 'telegram' | 'sdk' | 'connect' | 'session' | 'dev-wallet';

export function packPackages(
  destination?: string,
  names?: readonly Package[],
): Record<Package, string>;
