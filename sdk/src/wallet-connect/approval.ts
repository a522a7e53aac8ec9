import type { ConnectEventSuccess, TonProofItemReplySuccess } from '../types/connect-items.js';
import type { Feature } from '../types/features.js';
import type { Shared, WalletConnectSession } from './settings.js';

/** Returns the approval that a session of WalletConnect stands for, or what it lacks. */
export function approvalOf(
  session: WalletConnectSession,
  withProof: boolean,
  toRaw: Shared['toRaw'],
): ConnectEventSuccess['payload'] | string {
  const { ton } = session.namespaces;
  const account = ton?.accounts?.[0];
  if (!ton || !account) return 'Connection error. No TON accounts connected.';
  const { ton_getPublicKey: publicKey, ton_getStateInit: walletStateInit } =
    session.sessionProperties ?? {};
  if (!publicKey) return 'Connection error. No sessionProperties.ton_getPublicKey provided.';
  if (!walletStateInit) return 'Connection error. No sessionProperties.ton_getStateInit provided.';
  // ton:<network>:<address>; a raw address has a colon itself.
  const [, network = '', ...rest] = account.split(':');
  const address = toRaw(rest.join(':'));
  const proof = withProof ? proofOf(session) : undefined;
  return {
    items: [
      { name: 'ton_addr', address, network, publicKey, walletStateInit },
      ...(proof ? [proof] : []),
    ],
    device: {
      appName: 'wallet_connect',
      appVersion: '',
      maxProtocolVersion: 2,
      features: featuresOf(ton.methods),
      platform: 'browser',
    },
  };
}

function proofOf(session: WalletConnectSession): TonProofItemReplySuccess | undefined {
  const { p, s } = session.authentication?.[0] ?? {};
  if (!p?.iat || !p.statement || !s) return undefined;
  return {
    name: 'ton_proof',
    proof: {
      timestamp: Math.floor(Date.parse(p.iat) / 1000),
      domain: { lengthBytes: new TextEncoder().encode(p.domain).length, value: p.domain },
      payload: p.statement,
      signature: s.s,
    },
  };
}

const featuresOf = (methods: string[]): Feature[] => [
  ...(methods.includes('ton_sendMessage')
    ? ([
        'SendTransaction',
        { name: 'SendTransaction', maxMessages: 4, extraCurrencySupported: false },
      ] satisfies Feature[])
    : []),
  ...(methods.includes('ton_signData')
    ? ([{ name: 'SignData', types: ['text', 'binary', 'cell'] }] satisfies Feature[])
    : []),
];
