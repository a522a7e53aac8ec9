import { describe, expect, it } from 'vitest';
import { remoteWallet, walletOf } from '../../testing/scripted-connector.js';
import type { Environment } from '../device/environment.js';
import { requestLink } from './configuration.js';

const DESKTOP: Environment = {
  os: 'linux',
  browser: 'firefox',
  telegram: null,
  address: 'https://app.example/',
};
const IDS = { sessionId: 'ab12', traceId: '0190-cd' };
const wallet = (more: object = {}) => ({ ...remoteWallet('Alpha'), ...walletOf('alpha'), ...more });
const telegram = { universalLink: 'https://t.me/wallet?attach=wallet' };

describe('the link to a pending request', () => {
  it('has the session, the request and the return address', () => {
    expect(requestLink(wallet(), {}, IDS, DESKTOP, false)).toBe(
      'https://alpha.example/connect?id=ab12&trace_id=0190-cd&ret=none',
    );
    expect(
      requestLink(wallet(), { returnStrategy: 'https://app.example/done' }, IDS, DESKTOP, false),
    ).toBe(
      'https://alpha.example/connect?id=ab12&trace_id=0190-cd&ret=https%3A%2F%2Fapp.example%2Fdone',
    );
  });

  it('omits unknown parts', () => {
    const nothing = { sessionId: null, traceId: undefined };
    expect(requestLink(wallet(), {}, nothing, DESKTOP, false)).toBe(
      'https://alpha.example/connect?ret=none',
    );
    expect(requestLink(wallet(telegram), {}, nothing, DESKTOP, false)).toBe(
      'https://t.me/wallet/start?startapp=tonconnect-ret__back',
    );
  });

  it('is one parameter for a wallet in Telegram', () => {
    expect(requestLink(wallet(telegram), {}, IDS, DESKTOP, false)).toBe(
      'https://t.me/wallet/start?startapp=tonconnect-v__2-id__ab12-trace--5Fid__0190--2Dcd-ret__back',
    );
  });

  it('uses the app’s return address in Telegram', () => {
    const inTelegram = { ...DESKTOP, telegram: 'ios' };
    const wish = { returnStrategy: 'none', twaReturnUrl: 'https://t.me/app/start' } as const;
    expect(requestLink(wallet(), wish, IDS, inTelegram, false)).toContain(
      'ret=https%3A%2F%2Ft.me%2Fapp%2Fstart',
    );
  });

  it('uses the wallet’s own scheme if requested and available', () => {
    const own = wallet({ deepLink: 'alpha-tc://' });
    expect(requestLink(own, {}, IDS, DESKTOP, true)).toBe(
      'alpha-tc://?id=ab12&trace_id=0190-cd&ret=none',
    );
    expect(requestLink(own, {}, IDS, DESKTOP, false)).toMatch(/^https:/);
    expect(requestLink(wallet(), {}, IDS, DESKTOP, true)).toMatch(/^https:/);
  });

  it('is none for a wallet without one', () => {
    expect(requestLink(walletOf('alpha'), {}, IDS, DESKTOP, false)).toBeNull();
  });
});
