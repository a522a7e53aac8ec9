/** Texts for a connected wallet: of requests and notices. */
export const requestWords = {
  action: {
    'confirm-transaction': 'Confirm transaction',
    'confirm-sign-data': 'Sign data',
    here: (name: string) => `Check the request in ${name} and confirm it there.`,
    extension: (name: string) => `Look for the ${name} window in this browser.`,
    through: (_: string) => 'Confirm the request in the wallet that you connected.',
    elsewhere: (name: string) => `Open ${name} on your other device: the request is waiting there.`,
  },

  /** The progress of a request, in more detail than in the peer. */
  request: {
    sending: 'Sending the request…',
    /** The bridge has not accepted it for eight seconds. It may still be on its way. */
    silent: (name: string) =>
      `No answer on the way to ${name} yet; still trying. Check your connection or VPN.`,
    /** The code that sends it is missing. */
    stuck:
      'Nothing was sent: part of this page could not be loaded. Check your connection and try again.',
    /** Minutes and seconds. */
    timeLeft: (time: string) => `Time left: ${time}`,
    /** The content of the request. */
    asked: {
      to: (address: string) => `to ${address}`,
      toSelf: 'to your own address',
      messages: (count: string) => `messages: ${count}`,
      text: 'Text to sign',
      binary: 'Binary data to sign',
      cell: 'Contract data (a cell) to sign',
    },
    unsent: 'Nothing was sent to the wallet.',
    failed: 'The request ended with an error.',
    expired: {
      title: 'Request expired',
      text: 'If you approved it in time, check your wallet.',
    },
    /** The request was cancelled, but the wallet may have it. */
    left: {
      title: 'We stopped waiting',
      text: 'If the request is still open in the wallet, decline it there too.',
    },
    /** The wallet has signed after the cancellation. */
    late: {
      'transaction-sent': 'Transaction was sent after all',
      'data-signed': 'Data was signed after all',
      text: 'The wallet confirmed it after we had stopped waiting.',
    },
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
    'wallet-disconnected': {
      title: 'Wallet disconnected',
      text: (name: string) => `${name} is no longer connected to this app.`,
    },
  },
};
