import type { RpcMethod, WalletResponse } from '../protocol/wire.js';

export type Answer = WalletResponse<RpcMethod> & { traceId: string };

/** A request that the wallet has not answered. */
export type PendingRequest = {
  /** Receives the answer. */
  resolve(answer: Answer): void;
  /** Stops the sending. */
  stop(): void;
};

/** Requests of one session that the wallet has not answered, by ID. */
export class PendingRequests {
  private readonly entries = new Map<string, PendingRequest | null>();

  /** Registers a request. */
  add(id: string, request: PendingRequest): void {
    this.entries.set(id, request);
  }

  /** Ignores the answer of a request that was aborted. */
  abandon(id: string): void {
    if (this.entries.has(id)) this.entries.set(id, null);
  }

  /** Passes an answer on. Returns false if no request has this ID. */
  answer(id: string, answer: Answer): boolean {
    const request = this.entries.get(id);
    this.entries.delete(id);
    request?.resolve(answer);
    return request !== undefined;
  }

  /** Stops sending. As in the official SDK, requests of a session that is over do not settle. */
  close(): void {
    for (const request of this.entries.values()) request?.stop();
    this.entries.clear();
  }
}
