/** For modules that @prichal/sdk has no counterpart of. All of their tests are listed as not applicable. */
export {};
