export { type ErrorOptions, TonConnectError } from './base-error.js';
export * from './from-code.js';
export * from './wallet-errors.js';
