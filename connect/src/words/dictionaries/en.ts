import type { requestWords } from './en-requests.js';

/*
 * English defines the type of all dictionaries. Texts with a parameter are functions, so that a missing one
 * does not compile. Texts for a connected wallet are in a separate file, which loads later.
 */
export const en = {
  close: 'Close',
  /** Below a result. Not the same as the close button, which is named above. */
  gotIt: 'Got it',
  cancel: 'Cancel',
  back: 'Back',
  retry: 'Retry',
  copyLink: 'Copy link',
  linkCopied: 'Link Copied',
  copyFailed: 'Couldn’t copy',
  yourWallet: 'Your wallet',

  universal: {
    title: 'Connect your TON wallet',
    scan: 'Scan with your mobile wallet',
    availableWallets: 'Available wallets',
    /**
     * The wallets that can answer the first screen's code, as a list in words. Other wallets have their own
     * codes.
     */
    codeIsFor: (names: string) => `This code is for ${names}.`,
    othersBelow: 'Choose any other wallet below.',
    openOnTelegram: 'Open Wallet in Telegram',
    chooseOther: 'Or choose another wallet',
    qrTab: 'QR code',
    viewAll: 'View all wallets',
    whatIsWallet: 'What is a wallet',
  },

  qr: {
    /** The code is a button. */
    name: 'QR code: copy its link',
    loading: 'The QR code is being prepared',
    openLink: 'Open link',
  },

  tile: {
    walletIn: 'Wallet in',
    telegram: 'Telegram',
    recent: 'Recent',
    installed: 'Installed',
    popular: 'Popular',
    unsupported: (name: string) => `${name} doesn't support connected service`,
  },

  all: {
    title: 'Wallets',
    loading: 'Wallets list is loading',
    empty: 'No wallets found',
    search: 'Search wallets',
    found: (count: number) => `Found: ${count}`,
    nothing: (query: string) => `Nothing found for “${query}”`,
    unsupportedBelow: 'The wallets below don’t support all features of this app',
  },

  wallet: {
    scan: (name: string) => `Scan the QR code below with your phone’s or ${name}’s camera`,
    /** How the user continues, by the way to the wallet. */
    goOn: {
      app: (name: string) => `Continue in ${name}…`,
      extension: (name: string) => `Continue in the ${name} browser extension…`,
      desktop: (name: string) => `Continue in ${name} on desktop…`,
    },
    /** A bridge of the wallet is unreachable. */
    unreached: (name: string) =>
      `No connection to ${name}. Trying again… Check your network, or choose another wallet.`,
    /** A press did not open anything. */
    blocked: (name: string) => `The browser didn’t let ${name} open. Press the button below.`,
    /** An extension has not answered yet. */
    silent: (name: string) => `Waiting for ${name}. Check for its window in this browser.`,
    /** Replaces `problem['wrong-network']` if the network is known. */
    toMainNetwork: (name: string) => `Switch ${name} to the main network and try again`,
    toTestNetwork: (name: string) => `Switch ${name} to the test network and try again`,
    preparing: 'Preparing the connection…',
    open: (name: string) => `Open ${name}`,
    openAgain: (name: string) => `Open ${name} again`,
    get: (name: string) => `Get ${name}`,
    update: (name: string) => `Update ${name}`,
    modes: 'How to connect',
    mobile: 'Mobile',
    extension: 'Extension',
    desktop: 'Desktop',
    showQr: 'Show QR Code',
    chooseAnother: 'Choose Another Wallet',
    /** Why the connection failed. */
    problem: {
      declined: (_: string) => 'Connection declined',
      'missing-features': (name: string) =>
        `Please update ${name}, your version does not support required features for this dApp`,
      'not-supported': (name: string) =>
        `${name} doesn't support the requested action. Please connect another wallet that supports it.`,
      'wrong-network': (name: string) => `Switch the network in ${name} and try again`,
      'not-injected': (name: string) => `You don’t seem to have the ${name} browser extension`,
      'not-found': (_: string) => 'Wallet not found',
      other: (name: string) => `${name} didn’t connect`,
    },
  },

  offline: {
    noNetwork: 'You’re offline. We’ll continue when you’re back online.',
    noList: 'The wallets list could not be loaded.',
  },

  info: {
    title: 'What is a wallet',
    assetsTitle: 'Secure digital assets storage',
    assets: 'A wallet protects and manages your digital assets: TON, tokens and collectibles.',
    identityTitle: 'Control your Web3 identity',
    identity:
      'Manage your digital identity and access decentralised applications with ease. You decide what they see.',
    transactionsTitle: 'Effortless crypto transactions',
    transactions: 'Send, receive and monitor your cryptocurrencies in a few taps.',
    getWallet: 'Get a wallet',
  },

  failure: {
    title: 'Something went wrong',
    text: 'The wallets could not be shown. Close this window and open it again.',
  },
};

/** Texts that are needed until a wallet is connected. */
export type SheetWords = typeof en;

/** Texts of requests to the connected wallet, and of notices. */
export type RequestWords = typeof requestWords;

export type Dictionary = SheetWords & RequestWords;
