import { walletOf } from '@prichal/connect/test/scripted-connector.ts';
import type { TonProofItemReply, Wallet } from '@prichal/sdk';
import type { ConnectRequestParameters, WalletSource } from '../types.js';

/** A wallet's answer to a request for a proof. */
export const proofOf = (payload: string): TonProofItemReply => ({
  name: 'ton_proof',
  proof: {
    timestamp: 1_790_000_000,
    domain: { lengthBytes: 11, value: 'app.example' },
    payload,
    signature: 'c2lnbmF0dXJl',
  },
});

/** A widget whose user is scripted. */
export function walletSource(connected: Wallet | null = null) {
  const listeners = new Set<(wallet: Wallet | null) => void>();
  const modal = new Set<(state: { status: 'opened' | 'closed' }) => void>();
  const requests: (ConnectRequestParameters | null)[] = [];
  let wallet = connected;
  let waiting: { resolve(wallet: Wallet): void; reject(error: unknown): void } | null = null;
  const tell = (next: Wallet | null): void => {
    wallet = next;
    for (const listener of [...listeners]) listener(next);
    if (!next) return;
    waiting?.resolve(next);
    waiting = null;
  };
  const close = (): void => {
    for (const listener of [...modal]) listener({ status: 'closed' });
    waiting?.reject(
      Object.assign(new Error('Wallet was not connected'), { code: 'CONNECT_CANCELLED' }),
    );
    waiting = null;
  };

  const source: WalletSource = {
    get wallet() {
      return wallet;
    },
    connectionRestored: Promise.resolve(connected !== null),
    onStatusChange(callback) {
      listeners.add(callback);
      return () => void listeners.delete(callback);
    },
    onModalStateChange(callback) {
      modal.add(callback);
      return () => void modal.delete(callback);
    },
    setConnectRequestParameters: (parameters) => void requests.push(parameters),
    connectWallet: () => {
      for (const listener of [...modal]) listener({ status: 'opened' });
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
      });
    },
    disconnect: async () => tell(null),
    closeModal: close,
  };

  return {
    source,
    requests,
    /** Number of listeners. */
    get listeners(): number {
      return listeners.size + modal.size;
    },
    /** Whether `connectWallet` has opened the wallet dialog. */
    get isAsked(): boolean {
      return waiting !== null;
    },
    /** The current items of connect requests. `loading` while requests wait for them. */
    get asked(): string | null | undefined {
      const parameters = requests.at(-1);
      if (parameters?.state === 'loading') return 'loading';
      return parameters?.value.tonProof ?? null;
    },
    close,
    /** Connects a wallet. With `true` it gives the requested proof, otherwise the passed one. */
    connect(item: TonProofItemReply | true | null = true): void {
      const tonProof = item === true ? proofOf(this.asked ?? 'none') : item;
      tell({ ...walletOf('alpha'), ...(tonProof && { connectItems: { tonProof } }) });
    },
    /** Reports the wallet again with its name from the list. */
    tellAgain: () => tell(wallet && { ...wallet }),
    leave: () => tell(null),
    /** Replaces the wallet by another one. */
    change: (next: Wallet) => tell(next),
  };
}
