/**
 * For modules without a counterpart in @prichal/sdk. All of their tests are listed as not
 * applicable.
 */
export {};
