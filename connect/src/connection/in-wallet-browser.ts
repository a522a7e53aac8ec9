/**
 * Whether this page is open in a wallet's own browser. Only plain data properties are looked at:
 * reading some of `window`'s getters has side effects.
 */
export const inWalletBrowser = (): boolean =>
  Object.keys(window).some((key) => {
    try {
      const holder = Object.getOwnPropertyDescriptor(window, key)?.value;
      return holder?.tonconnect?.isWalletBrowser === true;
    } catch {
      // Another origin's window.
      return false;
    }
  });
