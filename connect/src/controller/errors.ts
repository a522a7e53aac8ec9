export * from './base-errors.js';
export * from './wallet-errors.js';
