/** Network ids, as the wallet names them (TON global_id, decimal). */
export const CHAIN = { MAINNET: '-239', TESTNET: '-3' } as const;
export type CHAIN = (typeof CHAIN)[keyof typeof CHAIN];
/** Types alone: `CHAIN.MAINNET` names one, as an enum's member does. */
export declare namespace CHAIN {
  type MAINNET = '-239';
  type TESTNET = '-3';
}
