export function packPackages(destination?: string): Record<'telegram' | 'connect', string>;
