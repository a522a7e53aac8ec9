import type { TonProofItemReplySuccess, Wallet } from '@prichal/sdk';
import type { SessionUser, SignedIn } from '@prichal/telegram/session';
import type { Access } from './access.js';
import { type ChallengeAnswer, createChallenge } from './challenge.js';
import { failure } from './failure.js';
import type { Exchange, Run } from './run.js';
import type { Server } from './server.js';
import type { WalletSource } from './types.js';

/** A wallet's proof, in the format of the server. */
type WalletProof = {
  account: Wallet['account'];
  proof: TonProofItemReplySuccess['proof'];
};

/** Members of a session that the wallets use. */
export type WalletPart = {
  readonly server: Server;
  access(): Access | undefined;
  /** A wallet connected with a proof. `exchange` signs its user in. */
  proven(exchange: Exchange): Promise<SessionUser>;
  /** The wallet was disconnected or replaced, and not by `signIn`. */
  gone(): void;
  failed(error: unknown): void;
};

/** The wallets of one widget. */
export type Wallets = {
  /**
   * Connects a wallet for its proof, and posts the proof. Asks the wallet once more if the challenge was stale. A
   * connected wallet is disconnected first, because wallets give proofs only while they connect.
   * @throws SignInError
   */
  signIn(run: Run, merge?: boolean): Promise<SignedIn>;
  /** Sets whether wallets that connect by the button are asked for proofs. */
  want(wanted: boolean): void;
  /** Closes the wallet dialog, and ignores wallets that were asked before. */
  cancel(): void;
  dispose(): void;
};

/**
 * Codes of a challenge that was used, has expired, or is not of this session. A retry with another challenge can
 * succeed.
 */
const STALE = /^challenge_|^expired$/;

/** Pause before a proof is posted again if its answer was lost, ms. Phones cut connections of other apps. */
const PAUSE_MS = 1_000;

const codeOf = (error: unknown): string => String((Object(error) as { code?: string }).code);

const accountOf = (wallet: Wallet | null): string | null =>
  wallet && `${wallet.account.chain} ${wallet.account.address}`;

/** @throws SignInError if the wallet connected without a proof */
function proofOf({ account, connectItems }: Wallet): WalletProof {
  const item = connectItems?.tonProof;
  if (item && 'proof' in item) return { account, proof: item.proof };
  const reason = item?.error.message || 'it does not support ton_proof';
  throw failure('proof_not_supported', `The wallet gave no proof: ${reason}`);
}

export function followWallets(
  ui: WalletSource,
  { server, access, proven, gone, failed }: WalletPart,
): Wallets {
  /** Challenges that were posted or abandoned. The widget may send the same wallet again. */
  const done = new Set<string | null>();
  let isOpen = false;
  let account = accountOf(ui.wallet);
  /** Number of `signIn` calls that wait for a wallet. */
  let waiting = 0;
  /** Not set until the session is known. */
  let wanted: boolean | undefined;
  /** Set when the widget has restored the wallet of the last visit. That wallet gives no proof. */
  let isRestored = false;
  let isDisposed = false;

  const challenge = createChallenge(
    // During a session, the token identifies the key.
    () => server.call<ChallengeAnswer>('/ton/challenge', {}, {}, !access()),
    (parameters) => ui.setConnectRequestParameters(parameters),
    () => isOpen,
    failed,
  );
  const wantIfFree = (): void => {
    if (wanted === undefined || waiting || !isRestored || isDisposed) return;
    challenge.want(wanted && !ui.wallet);
  };

  const connect = async (run: Run): Promise<WalletProof> => {
    /** The user may have signed out meanwhile, or the page may not use the widget any more. */
    const check = (): void => {
      if (run.isCancelled || isDisposed) throw failure('cancelled', 'The sign-in was cancelled');
    };
    check();
    waiting += 1;
    try {
      challenge.want(true);
      await challenge.load();
      check();
      if (ui.wallet) await ui.disconnect();
      check();
      const wallet = await ui.connectWallet().catch((cause) => {
        const code = codeOf(cause) === 'CONNECT_CANCELLED' ? 'cancelled' : 'wallet_failed';
        throw failure(code, String((Object(cause) as Error).message), cause);
      });
      const proof = proofOf(wallet);
      done.add(proof.proof.payload);
      return proof;
    } finally {
      waiting -= 1;
      wantIfFree();
    }
  };
  const post = async (body: object): Promise<SignedIn> => {
    // With a cookie, this is a session without tokens.
    const token = await access()?.fresh();
    const send = (): Promise<SignedIn> =>
      server.call('/ton', token ? { ...body, link: true } : body, token);
    try {
      return await send();
    } catch (error) {
      if (codeOf(error) !== 'network') throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return send();
  };
  const prove = async (run: Run, proof: WalletProof, merge?: boolean): Promise<SignedIn> => {
    const body = (one: WalletProof) => ({ ...one, ...(merge && { merge }) });
    try {
      return await post(body(proof));
    } catch (error) {
      if (!STALE.test(codeOf(error))) throw error;
    }
    return post(body(await connect(run)));
  };

  const take = (wallet: Wallet | null): void => {
    const isGone = account !== null && account !== accountOf(wallet);
    account = accountOf(wallet);
    if (waiting) return;
    if (isGone) gone();
    if (!wallet) {
      wantIfFree();
      return;
    }
    const { offered } = challenge;
    challenge.want(false);
    try {
      const proof = proofOf(wallet);
      const { payload } = proof.proof;
      if (!done.has(payload)) void proven((run) => prove(run, proof));
      done.add(payload);
    } catch (error) {
      // A wallet that was not asked gives no proof.
      if (offered) failed(error);
    }
  };
  const unlisten = [
    ui.onStatusChange(take),
    ui.onModalStateChange(({ status }) => {
      isOpen = status === 'opened';
    }),
  ];
  void ui.connectionRestored.then(() => {
    isRestored = true;
    wantIfFree();
  });

  return {
    signIn: async (run, merge) => prove(run, await connect(run), merge),
    want(now) {
      wanted = now;
      wantIfFree();
    },
    cancel() {
      done.add(challenge.offered);
      challenge.want(false);
      if (waiting) ui.closeModal();
    },
    dispose() {
      isDisposed = true;
      if (waiting) ui.closeModal();
      for (const each of unlisten) each();
      challenge.dispose();
    },
  };
}
