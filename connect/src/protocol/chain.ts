import type { CHAIN as SdkChain } from '@prichal/sdk';

/**
 * Network ids, as the wallet names them (TON global_id, decimal). The types are those of the SDK's enum,
 * so that one fits where the other is asked for; the value is our own, because the SDK's brings all of it.
 */
export const CHAIN = { MAINNET: '-239', TESTNET: '-3' } as unknown as typeof SdkChain;
export type CHAIN = SdkChain;
/** Types alone: `CHAIN.MAINNET` names one, as an enum's member does. */
export declare namespace CHAIN {
  type MAINNET = SdkChain.MAINNET;
  type TESTNET = SdkChain.TESTNET;
}
