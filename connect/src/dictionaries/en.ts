/*
 * English is the type: every other dictionary has to satisfy it. Words with a parameter are
 * functions, so that a forgotten one does not compile.
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
  copyFailed: 'The link could not be copied',
  yourWallet: 'Your wallet',

  universal: {
    title: 'Connect your wallet',
    scan: 'Scan with your mobile wallet',
    availableWallets: 'Available wallets',
    /** Who can answer the code on the first screen; the others have their own. */
    codeIsFor: (names: string) => `This code is for ${names}.`,
    othersBelow: 'Choose any other wallet below.',
    openOnTelegramOrSelect: 'Open Wallet in Telegram or select your wallet to connect',
    openOnTelegram: 'Open Wallet in Telegram',
    selectWallet: 'Select your wallet to connect',
    chooseOther: 'Choose other application',
    qrTab: 'QR code',
    viewAll: 'View all wallets',
    whatIsWallet: 'What is a wallet',
  },

  qr: {
    name: 'QR code with the connection link',
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
    unsupportedBelow: "The wallets below don't support all features of the connected service",
  },

  wallet: {
    scan: (name: string) => `Scan the QR code below with your phone’s or ${name}’s camera`,
    /** What the visitor goes on with, by the way to the wallet. */
    goOn: {
      app: (name: string) => `Continue in ${name}…`,
      extension: (name: string) => `Continue in ${name} browser extension…`,
      desktop: (name: string) => `Continue in ${name} on desktop…`,
    },
    preparing: 'Preparing the connection…',
    open: (name: string) => `Open ${name}`,
    openAgain: (name: string) => `Open ${name} again`,
    get: (name: string) => `Get ${name}`,
    update: (name: string) => `Update ${name}`,
    modes: 'How to connect',
    mobile: 'Mobile',
    extension: 'Browser Extension',
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
      'not-injected': (name: string) => `You don't seem to have the ${name} browser extension`,
      'not-found': (_: string) => 'Wallet not found',
      other: (name: string) => `${name} could not be connected`,
    },
  },

  offline: {
    noNetwork: 'You’re offline. This goes on when the connection is back.',
    noList: 'The wallets list could not be loaded.',
  },

  info: {
    title: 'What is a wallet',
    assetsTitle: 'Secure digital assets storage',
    assets: 'A wallet protects and manages your digital assets: TON, tokens and collectables.',
    identityTitle: 'Control your Web3 identity',
    identity:
      'Manage your digital identity and access decentralised applications with ease. You decide what they see.',
    transactionsTitle: 'Effortless crypto transactions',
    transactions: 'Send, receive and monitor your cryptocurrencies in a few taps.',
    getWallet: 'Get a wallet',
  },

  action: {
    'confirm-transaction': 'Confirm transaction',
    'confirm-sign-data': 'Sign data',
    here: (name: string) => `Check the request in ${name} and confirm it there.`,
    extension: (name: string) => `Look for the ${name} window in this browser.`,
    through: (_: string) => 'Confirm the request in the wallet that you connected.',
    elsewhere: (name: string) => `Open ${name} on your other device: the request is waiting there.`,
  },

  toast: {
    region: 'Notices',
    close: 'Close the notice',
    confirm: 'Confirm operation in your wallet',
    waits: (name: string) => `${name} is waiting for your confirmation.`,
    'transaction-sent': {
      title: 'Transaction sent',
      text: 'The network will process it in a few seconds.',
    },
    'transaction-canceled': {
      title: 'Transaction cancelled',
      text: 'Your balance has not changed.',
    },
    'data-signed': { title: 'Data signed', text: 'The app has received your signature.' },
    'sign-data-canceled': {
      title: 'Signing cancelled',
      text: 'The app has received no signature.',
    },
  },

  failure: {
    title: 'Something went wrong',
    text: 'The wallet window broke. Close it and open it again.',
  },
};

export type Dictionary = typeof en;
