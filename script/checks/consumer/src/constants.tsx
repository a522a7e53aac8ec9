import {
  CHAIN,
  CONNECT_EVENT_ERROR_CODES,
  THEME,
  UserRejectsError,
  type WalletOpenMethod,
} from '@prichal/connect';
import { CHAIN as SdkChain, type CONNECT_EVENT_ERROR_CODES as SdkCodes } from '@tonconnect/sdk';
import { useRef, useState } from 'react';

/**
 * Constants that widen like members of an enum: a variable initialised with one accepts the others.
 */
export function useConstants() {
  const [theme, setTheme] = useState(THEME.LIGHT);
  const chain = useRef(CHAIN.MAINNET);
  let code = CONNECT_EVENT_ERROR_CODES.USER_REJECTS_ERROR;
  const held = { chain: CHAIN.MAINNET };
  setTheme(THEME.DARK);
  setTheme(theme === THEME.DARK ? THEME.LIGHT : THEME.DARK);
  chain.current = CHAIN.TESTNET;
  code = CONNECT_EVENT_ERROR_CODES.BAD_REQUEST_ERROR;
  held.chain = CHAIN.TESTNET;
  return { code, held };
}

/** The SDK's constants where ours are expected, and vice versa. */
export const ours: CHAIN[] = [CHAIN.TESTNET, SdkChain.TESTNET];
export const theirs: SdkChain[] = [CHAIN.TESTNET, SdkChain.TESTNET];
export const codes: SdkCodes[] = [CONNECT_EVENT_ERROR_CODES.USER_REJECTS_ERROR];
export const byMember: Record<CHAIN, string> = { [CHAIN.MAINNET]: 'main', [SdkChain.TESTNET]: '' };

/** Members named in types, and in a table of ways to connect. */
export const dark: THEME.DARK = THEME.DARK;
export const ways: Record<WalletOpenMethod, string> = {
  qrcode: 'code',
  'universal-link': 'link',
  'custom-deeplink': 'link',
};

export const declined = (error: unknown): boolean => error instanceof UserRejectsError;
