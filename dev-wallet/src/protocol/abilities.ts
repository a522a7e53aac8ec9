import type { Account } from '../ton/account.ts';
import { MAX_MESSAGES } from '../ton/account.ts';
import type { Played, SignDataType } from './played.ts';

/**
 * Features of the wallet for an app. It reports them when it connects and enforces them afterwards.
 */
export type Abilities = {
  /** Maximum number of messages in a transaction. 0 if it sends none. */
  maxMessages: number;
  extraCurrency: boolean;
  /** Kinds of data that it signs. Empty if it does not sign data. */
  signData: readonly SignDataType[];
  /** Whether it signs messages for other senders. Only the contract v5r1 can. */
  signMessage: boolean;
};

/**
 * Returns the features that the contract and the played wallet have in common, reduced by
 * `lacking`.
 */
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

/** A feature in the format of device info and wallets lists (TON Connect 2026.05.18). */
export type Feature =
  | 'SendTransaction'
  | { name: 'SendTransaction'; maxMessages: number; extraCurrencySupported: boolean }
  | { name: 'SignData'; types: SignDataType[] }
  | { name: 'SignMessage'; maxMessages: number; extraCurrencySupported: boolean };

/** Converts features to the format of device info and wallets lists. */
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
