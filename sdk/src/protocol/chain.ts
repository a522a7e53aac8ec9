import type { enums } from '../types/enums.js';

/** Networks that have a name. Each value is the decimal `global_id` of the network. */
export const CHAIN = { MAINNET: '-239', TESTNET: '-3' } as unknown as typeof enums.CHAIN;
export type CHAIN = enums.CHAIN;
/** Types of the members, as of an enum. */
export declare namespace CHAIN {
  type MAINNET = enums.CHAIN.MAINNET;
  type TESTNET = enums.CHAIN.TESTNET;
}
