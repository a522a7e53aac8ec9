/** Modules of the official SDK below `packages/sdk/src`, and the files here that have their exports. */
export const MODULES: Record<string, string> = {
  'analytics/utils': 'adapters/none.ts',
  errors: '../../sdk/src/errors/index.ts',
  'resources/fallback-wallets-list': 'adapters/fallback-list.ts',
  'utils/address': 'adapters/address.ts',
  'utils/base64': 'adapters/base64.ts',
  'utils/log': 'adapters/log.ts',
  'utils/url': '../../sdk/src/protocol/links.ts',
  'validation/schemas': 'adapters/validation.ts',
  'wallets-list-manager': 'adapters/wallets-list-manager.ts',
};

/** The file with the exports of `@tonconnect/protocol` that the suite uses. */
export const PROTOCOL = '../../sdk/src/protocol/enums.ts';
