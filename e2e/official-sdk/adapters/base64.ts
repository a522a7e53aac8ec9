import { transactionParameter } from '../../../sdk/src/connector/requests.ts';

/** The form in which the payload of a transaction reaches the wallet. */
export function normalizeBase64(payload: string | undefined): string | undefined {
  const messages = [{ address: '', amount: '0', ...(payload === undefined ? {} : { payload }) }];
  const account = { address: '', chain: '-239', walletStateInit: '', publicKey: '' };
  const parameter = transactionParameter({ validUntil: 0, messages }, account);
  return (JSON.parse(parameter) as { messages: [{ payload?: string }] }).messages[0].payload;
}
