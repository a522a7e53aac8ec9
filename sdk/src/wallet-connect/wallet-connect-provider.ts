import type {
  ConnectOptions,
  ProviderListener,
  ProviderRequest,
  ProviderResponse,
  RequestOptions,
} from '../connector/provider.js';
import type { ConnectRequest, RpcMethod } from '../protocol/wire.js';
import type { ConnectionStorage } from '../session/connection-storage.js';
import type { ConnectEventSuccess, TonProofItemReplySuccess } from '../types/wallet.js';
import type { Feature } from '../types/wallet-info.js';
import type {
  Shared,
  UniversalConnector,
  WalletConnectSession,
  WalletConnectSettings,
} from './settings.js';

/** Methods of TON Connect in WalletConnect. */
const METHODS: Partial<Record<RpcMethod, string>> = {
  sendTransaction: 'ton_sendMessage',
  signData: 'ton_signData',
};

const network = (id: number): object => ({
  id,
  chainNamespace: 'ton',
  caipNetworkId: `ton:${id}`,
  name: 'TON',
  nativeCurrency: { name: 'TON', symbol: 'TON', decimals: 9 },
  rpcUrls: { default: { http: [] } },
});

/** Talks to a wallet over WalletConnect. Loaded on demand. */
export class WalletConnectProvider {
  private readonly storage: ConnectionStorage;
  private readonly settings: WalletConnectSettings;
  private readonly emit: ProviderListener;
  private readonly shared: Shared;
  private connector: UniversalConnector | undefined;
  /** Identifies the last call that began or ended a session. Results of older calls are dropped. */
  private call: symbol | undefined;

  constructor(
    storage: ConnectionStorage,
    settings: WalletConnectSettings,
    emit: ProviderListener,
    shared: Shared,
  ) {
    this.storage = storage;
    this.settings = settings;
    this.emit = emit;
    this.shared = shared;
  }

  /** Opens the window of WalletConnect. Emits `connect` or `connect_error`. */
  async connect(request: ConnectRequest, options: ConnectOptions): Promise<void> {
    const isOver = this.startCall(options);
    const connector = await this.open();
    if (isOver()) return;
    const proof = request.items.find((item) => item.name === 'ton_proof');
    try {
      await connector.connect({ authentication: proof && [this.authentication(proof.payload)] });
    } catch {
      if (!isOver()) this.fail(300, 'User declined the connection', options.traceId);
      return;
    }
    if (isOver()) return this.end();
    await this.approved(connector, options, true, isOver).catch(() => this.forget());
  }

  /** Continues the session of WalletConnect. Removes the stored connection if there is none. */
  async restoreConnection(options: ConnectOptions): Promise<void> {
    const isOver = this.startCall(options);
    try {
      const connector = await this.open();
      if (!isOver()) await this.approved(connector, options, false, isOver);
    } catch {
      if (!isOver()) await this.forget();
    }
  }

  async sendRequest<M extends RpcMethod>(
    request: ProviderRequest<M>,
    { signal, traceId, onRequestSent }: RequestOptions,
  ): Promise<ProviderResponse<M>> {
    const shared = { id: '0', traceId };
    const method = METHODS[request.method];
    const connector = this.connector;
    if (!connector) throw new this.shared.TonConnectError('Wallet Connect not initialized');
    if (signal?.aborted) throw new this.shared.TonConnectError('WalletConnect request aborted');
    if (!method) return { ...shared, result: {} } as unknown as ProviderResponse<M>;
    try {
      const { network, ...params } = JSON.parse(request.params[0] ?? '');
      const answer = connector.request({ method, params }, `ton:${network}`);
      answer.catch(() => undefined);
      onRequestSent?.();
      return { ...shared, result: await answer } as unknown as ProviderResponse<M>;
    } catch (error) {
      return { ...shared, error: errorOf(error) };
    }
  }

  /** Ends the session of WalletConnect. */
  end(): void {
    this.stop();
    this.connector?.disconnect().catch(() => undefined);
  }

  /** Drops the results of pending calls. The session continues. */
  stop(): void {
    this.call = undefined;
  }

  private startCall({ signal }: ConnectOptions): () => boolean {
    const call = Symbol();
    this.call = call;
    return () => call !== this.call || signal?.aborted === true;
  }

  private async open(): Promise<UniversalConnector> {
    const { Connector, options } = this.settings;
    const chains = [network(-239), network(-3)];
    const methods = Object.values(METHODS);
    this.connector ??= await Connector.init({
      networks: [{ namespace: 'ton', chains, methods, events: [] }],
      projectId: options.projectId,
      metadata: options.metadata,
    });
    return this.connector;
  }

  /** Asks for a proof in the form of CAIP-122. */
  private authentication(payload: string): object {
    const domain = new URL(this.settings.options.metadata.url).hostname;
    const fields = { chains: ['ton:-239'], nonce: '', uri: 'ton_proof', ttl: 0 };
    return { domain, ...fields, statement: payload };
  }

  private async approved(
    connector: UniversalConnector,
    { traceId }: ConnectOptions,
    withProof: boolean,
    isOver: () => boolean,
  ): Promise<void> {
    const { session } = connector.provider;
    if (!session) throw new this.shared.TonConnectError('WalletConnect has no session');
    const approval = approvalOf(session, withProof, this.shared.toRaw);
    if (typeof approval === 'string') {
      await this.storage.removeConnection();
      connector.disconnect().catch(() => undefined);
      this.fail(1, approval, traceId);
      return;
    }
    connector.provider.once('session_delete', () => {
      if (isOver()) return;
      void this.storage.removeConnection();
      this.emit({ event: 'disconnect', payload: {}, traceId: this.shared.newId() });
    });
    await this.storage.storeConnection({ type: 'wallet-connect' });
    if (!isOver()) this.emit({ event: 'connect', payload: approval, traceId });
  }

  private async forget(): Promise<void> {
    this.end();
    await this.storage.removeConnection();
  }

  private fail(code: number, message: string, traceId: string): void {
    this.emit({ event: 'connect_error', id: 0, payload: { code, message }, traceId });
  }
}

/** Returns an error of WalletConnect in the form of TON Connect. */
function errorOf(error: unknown): { code: number; message: string } {
  const { message: text, msg } = Object(error) as { message?: unknown; msg?: unknown };
  const message = String(text ?? msg ?? error);
  const code = /reject/i.test(message) ? 300 : /tonvalidationerror/i.test(message) ? 1 : 0;
  return { code, message };
}

/** Returns the approval that corresponds to a session of WalletConnect, or the missing part. */
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
