export { FALLBACK_LIST as FALLBACK_WALLETS_LIST } from '../../../sdk/src/wallets/fallback-list.ts';
