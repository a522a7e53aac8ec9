import type { Account } from './account';
import { MAX_MESSAGES } from './account';
import type { Conduct } from './conduct';
import type { Played, SignDataType } from './played';

/** What the wallet can do for an app: told when it connects, and held to afterwards. */
export type Abilities = {
  /** Most messages of one transaction; 0: it sends none. */
  maxMessages: number;
  extraCurrency: boolean;
  signData: readonly SignDataType[];
};

/**
 * As much as the contract carries and the played wallet offers, less what `lacking` takes away.
 */
export function abilitiesOf(
  version: Account['version'],
  played: Played | null,
  lacking: Conduct['features'] = 'all',
): Abilities {
  const most = MAX_MESSAGES[version];
  const whole: Abilities = {
    maxMessages: Math.min(most, played?.maxMessages ?? most),
    extraCurrency: played?.extraCurrency ?? true,
    signData: played?.signData ?? ['text', 'binary', 'cell'],
  };
  switch (lacking) {
    case 'all':
      return whole;
    case 'one-message':
      return { ...whole, maxMessages: Math.min(1, whole.maxMessages) };
    case 'no-sign-data':
      return { ...whole, signData: [] };
    case 'no-transactions':
      return { ...whole, maxMessages: 0 };
  }
}

/** The same as device info and wallets list write it. */
export function featuresOf({ maxMessages, extraCurrency, signData }: Abilities) {
  const sends =
    maxMessages === 0
      ? []
      : [
          'SendTransaction' as const,
          {
            name: 'SendTransaction' as const,
            maxMessages,
            extraCurrencySupported: extraCurrency,
          },
        ];
  const signs = signData.length === 0 ? [] : [{ name: 'SignData' as const, types: [...signData] }];
  return [...sends, ...signs];
}
