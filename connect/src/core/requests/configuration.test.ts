import { describe, expect, it } from 'vitest';
import { resolveConfiguration } from './configuration.js';

describe('resolveConfiguration', () => {
  it('prefers the call, then the widget, then the defaults', () => {
    const widget = {
      modals: 'all',
      returnStrategy: 'none',
      skipRedirectToWallet: 'always',
    } as const;
    expect(resolveConfiguration({ modals: ['error'] }, widget, false)).toEqual({
      modals: ['error'],
      notifications: ['before', 'success', 'error'],
      returnStrategy: 'none',
      twaReturnUrl: undefined,
      skipRedirectToWallet: 'always',
    });
    expect(resolveConfiguration(undefined, {}, false)).toMatchObject({
      modals: ['before'],
      notifications: ['before', 'success', 'error'],
      returnStrategy: 'back',
      skipRedirectToWallet: 'ios',
    });
  });

  it('never skips the redirect inside Telegram', () => {
    expect(
      resolveConfiguration({ skipRedirectToWallet: 'always' }, {}, true).skipRedirectToWallet,
    ).toBe('never');
  });
});
