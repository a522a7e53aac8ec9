import type { Account } from '../ton/account.ts';
import { MAX_MESSAGES } from '../ton/account.ts';
import type { Played, SignDataType } from './played.ts';

/** What the wallet can do for an app: told when it connects, and held to afterwards. */
export type Abilities = {
  /** Most messages of one transaction; 0: it sends none. */
  maxMessages: number;
  extraCurrency: boolean;
  /** Kinds of data it signs; none: it does not sign data. */
  signData: readonly SignDataType[];
  /** Whether it signs messages for others to send; the contract v5r1 alone can. */
  signMessage: boolean;
};

/** As much as the contract carries and the played wallet offers, less what `lacking` takes away. */
export function abilitiesOf(
  version: Account['version'],
  played: Played | null,
  lacking: Partial<Abilities> = {},
): Abilities {
  const most = MAX_MESSAGES[version];
  const whole: Abilities = {
    maxMessages: Math.min(most, played?.maxMessages ?? most),
    extraCurrency: played?.extraCurrency ?? true,
    signData: played?.signData ?? ['text', 'binary', 'cell'],
    signMessage: version === 'v5r1' && (played?.signMessage ?? true),
  };
  return {
    maxMessages: Math.min(whole.maxMessages, lacking.maxMessages ?? whole.maxMessages),
    extraCurrency: whole.extraCurrency && lacking.extraCurrency !== false,
    signData: whole.signData.filter((type) => lacking.signData?.includes(type) ?? true),
    signMessage: whole.signMessage && lacking.signMessage !== false,
  };
}

/** A feature as device info and wallets list write it (TON Connect 2026.05.18). */
export type Feature =
  | 'SendTransaction'
  | { name: 'SendTransaction'; maxMessages: number; extraCurrencySupported: boolean }
  | { name: 'SignData'; types: SignDataType[] }
  | { name: 'SignMessage'; maxMessages: number; extraCurrencySupported: boolean };

/** The same as device info and wallets list write it. */
export function featuresOf({
  maxMessages,
  extraCurrency,
  signData,
  signMessage,
}: Abilities): Feature[] {
  const most = { maxMessages, extraCurrencySupported: extraCurrency };
  const features: Feature[] = [];
  if (maxMessages > 0) features.push('SendTransaction', { name: 'SendTransaction', ...most });
  if (signData.length > 0) features.push({ name: 'SignData', types: [...signData] });
  if (signMessage && maxMessages > 0) features.push({ name: 'SignMessage', ...most });
  return features;
}
