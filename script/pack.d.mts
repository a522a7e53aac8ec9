type Package = 'telegram' | 'sdk' | 'connect' | 'session' | 'dev-wallet' | 'create';

export const PACKAGES: readonly Package[];

export function packPackages(
  destination?: string,
  names?: readonly Package[],
): Record<Package, string>;
