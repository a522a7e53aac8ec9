import { TonConnect } from '@prichal/sdk';
import { TonConnect as OfficialTonConnect } from '@tonconnect/sdk';
import { expect, it } from 'vitest';
import { asOwnConnector } from './connector.js';

const options = {
  manifestUrl: 'https://app.example/m.json',
  analytics: { mode: 'off' as const },
  storage: {
    getItem: async () => null,
    setItem: async () => undefined,
    removeItem: async () => undefined,
  },
};

it('recognizes the connector of this project', () => {
  const connector = new TonConnect(options);
  expect(asOwnConnector(connector)).toBe(connector);
});

it('treats the connector of `@tonconnect/sdk` as a different one', () => {
  expect(asOwnConnector(new OfficialTonConnect(options))).toBeNull();
});
