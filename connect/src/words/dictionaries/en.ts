import type { requestWords } from './en-requests.js';

/*
 * English is the type: every other dictionary has to satisfy it. Words with a parameter are
 * functions, so that a forgotten one does not compile. What is said only to who is connected stands in a
 * file of its own, which comes later.
 */
export const en = {
  close: 'Close',
  /** Under a result that was read; beside the cross, which has the name above. */
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
    /** Who can answer the code on the first screen, as a list in words; the others have their own. */
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
    /** What the visitor goes on with, by the way to the wallet. */
    goOn: {
      app: (name: string) => `Continue in ${name}…`,
      extension: (name: string) => `Continue in the ${name} browser extension…`,
      desktop: (name: string) => `Continue in ${name} on desktop…`,
    },
    /** A bridge of the wallet cannot be reached. */
    unreached: (name: string) =>
      `No connection to ${name}. Trying again… Check your network, or choose another wallet.`,
    /** Nothing was opened by a press. */
    blocked: (name: string) => `The browser didn’t let ${name} open. Press the button below.`,
    /** An extension takes its time. */
    silent: (name: string) => `No answer from ${name} yet. Look for its window in this browser.`,
    /** What `problem['wrong-network']` says where the network is known. */
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
    /** Why there is no connection. */
    problem: {
      declined: (_: string) => 'Connection declined',
      'missing-features': (name: string) =>
        `Please update ${name}, your version does not support required features for this dApp`,
      'not-supported': (name: string) =>
        `${name} doesn't support the requested action. Please connect another wallet that supports it.`,
      'wrong-network': (name: string) => `Switch the network in ${name} and try again`,
      'not-injected': (name: string) => `You don’t seem to have the ${name} browser extension`,
      'not-found': (_: string) => 'Wallet not found',
      other: (name: string) => `${name} could not be connected`,
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

/** The words that are needed until a wallet is connected. */
export type SheetWords = typeof en;

/** Those of requests to the connected wallet, and of its notices. */
export type RequestWords = typeof requestWords;

export type Dictionary = SheetWords & RequestWords;
