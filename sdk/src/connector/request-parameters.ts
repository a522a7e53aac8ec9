import { WalletWrongNetworkError } from '../errors/index.js';
import { isQaModeEnabled } from '../qa-mode/qa-mode.js';
import type { Account, ChainId, SendTransactionRequest, SignDataPayload } from '../types/index.js';

/** JSON parameter of `sendTransaction` and `signMessage`. */
export function transactionParameter(
  { validUntil, messages, ...rest }: SendTransactionRequest,
  account: Account,
): string {
  return JSON.stringify({
    ...rest,
    ...senderOf(rest, account),
    valid_until: validUntil,
    messages: messages.map(({ extraCurrency, payload, stateInit, ...message }) => ({
      ...message,
      payload: standardBase64(payload),
      stateInit: standardBase64(stateInit),
      extra_currency: extraCurrency,
    })),
  });
}

/** JSON parameter of `signData`. */
export function dataParameter(data: SignDataPayload, account: Account): string {
  const cell = data.type === 'cell' ? { cell: standardBase64(data.cell) } : {};
  return JSON.stringify({ ...data, ...cell, ...senderOf(data, account) });
}

/** Throws `WalletWrongNetworkError` if the request is for another network. In QA mode it is logged. */
export function checkNetwork(network: ChainId | undefined, { chain }: Account): void {
  if (!network || !chain || network === chain) return;
  const message = 'Wallet connected to a wrong network';
  const cause = { expectedChainId: chain, actualChainId: network };
  if (!isQaModeEnabled()) throw new WalletWrongNetworkError(message, { cause });
  // biome-ignore lint/suspicious/noConsole: what QA mode is for.
  console.error(message, cause);
}

const senderOf = (
  { from, network }: { from?: string; network?: ChainId },
  { address, chain }: Account,
): { from: string; network: ChainId } => ({ from: from || address, network: network || chain });

/** Standard base64 with padding, from standard or URL-safe base64. */
const standardBase64 = (text: string | undefined): string | undefined =>
  text
    ?.replaceAll('-', '+')
    .replaceAll('_', '/')
    .padEnd(Math.ceil(text.length / 4) * 4, '=');
