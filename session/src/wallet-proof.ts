import type { TonProofItemReply, TonProofItemReplySuccess, Wallet } from '@prichal/sdk';
import { type SessionUser, type SignedIn, SignInError } from '@prichal/telegram/session';
import type { Access } from './access.js';
import { type ChallengeAnswer, createChallenge } from './challenge.js';
import type { Server } from './server.js';
import type { WalletSource } from './types.js';

/* What signs in by wallets: loaded for pages that have a widget. */

/** What a wallet proves its owner by: the body that the server takes. */
export type WalletProof = {
  account: Wallet['account'];
  proof: TonProofItemReplySuccess['proof'];
};

/** What a session gives to the wallets of its page. */
export type WalletPart = {
  readonly server: Server;
  access(): Access | null;
  /** A wallet has connected by the button: `exchange` signs it in, if that is wanted. */
  proven(exchange: (isLive: () => boolean) => Promise<SignedIn>): Promise<SessionUser>;
  /** The wallet was disconnected, and nobody has asked for that here. */
  gone(): void;
  failed(error: unknown): void;
};

/** The wallets of one widget. */
export type Wallets = {
  /**
   * Connects a wallet for its proof, and posts that; another one where its challenge was none any more.
   * A wallet that is connected already is let go first: TON Connect has no other way.
   * @param isLive false when what it brings is not wanted any more
   * @throws SignInError
   */
  signIn(isLive: () => boolean, merge?: boolean): Promise<SignedIn>;
  /** Whether wallets that are connected by others, such as the button, are to give a proof. */
  want(wanted: boolean): void;
  /** What wallets have been asked for is not wanted any more, even if it comes. */
  giveUp(): void;
  dispose(): void;
};

/** Of a challenge, that another one may do better: it was used, has expired, or is not this session's. */
const STALE = /^challenge_|^expired$/;

/** Pause before a proof is posted again whose answer was lost, ms: phones cut what an app had open. */
const PAUSE_MS = 1_000;

const codeOf = (error: unknown): string | undefined => (Object(error) as { code?: string }).code;

const itemOf = (wallet: Wallet): TonProofItemReply | undefined => wallet.connectItems?.tonProof;

const unproven = (item: TonProofItemReply | undefined): SignInError =>
  new SignInError({
    code: 'proof_not_supported',
    detail: `The wallet has given no proof: ${(item && 'error' in item && item.error.message) || 'it knows none'}`,
  });

/** What a wallet that has just connected gives. */
function proofOf(wallet: Wallet): WalletProof {
  const item = itemOf(wallet);
  if (item && 'proof' in item) return { account: wallet.account, proof: item.proof };
  throw unproven(item);
}

/** As it came from the widget: the visitor has closed its sheet, or it could not do it. */
const connectFailure = (cause: unknown): SignInError =>
  new SignInError({
    code: codeOf(cause) === 'CONNECT_CANCELLED' ? 'cancelled' : 'wallet_failed',
    detail: String((Object(cause) as Error).message),
    cause,
  });

/** @param early what the widget has told of its wallet before this code was here */
export function followWallets(
  ui: WalletSource,
  { server, access, proven, gone, failed }: WalletPart,
  early: readonly (Wallet | null)[],
): Wallets {
  /** Payloads of proofs that are dealt with: a wallet is told of again when its name is known. */
  const done = new Set<string | null>();
  let isOpen = false;
  let had = false;
  /** `signIn` waits for a wallet, and takes what comes. */
  let asked = 0;
  let wanted = false;
  /** It is known whether there is a wallet from the last visit, which gives no proof. */
  let restored = false;

  const challenge = createChallenge(
    // For a session that there is already it is its token that shows the key.
    () => server.call<ChallengeAnswer>('/ton/challenge', {}, {}, !access()),
    (parameters) => ui.setConnectRequestParameters(parameters),
    () => isOpen,
    failed,
  );
  const wantIfFree = (): void => {
    if (!asked && restored) challenge.want(wanted && !ui.wallet);
  };

  const ask = async (): Promise<WalletProof> => {
    asked += 1;
    try {
      challenge.want(true);
      await challenge.ask();
      if (ui.wallet) await ui.disconnect();
      const wallet = await ui.connectWallet().catch((cause) => {
        throw connectFailure(cause);
      });
      const proof = proofOf(wallet);
      done.add(proof.proof.payload);
      return proof;
    } finally {
      asked -= 1;
      wantIfFree();
    }
  };
  const post = async (body: object): Promise<SignedIn> => {
    const token = await access()?.fresh();
    // A cookie comes along whether it is thought of or not.
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
  const prove = async (
    isLive: () => boolean,
    proof: WalletProof,
    merge?: boolean,
  ): Promise<SignedIn> => {
    const body = (one: WalletProof) => ({ ...one, ...(merge && { merge }) });
    try {
      return await post(body(proof));
    } catch (error) {
      if (!isLive() || !STALE.test(String(codeOf(error)))) throw error;
    }
    return post(body(await ask()));
  };

  const take = (wallet: Wallet | null): void => {
    const isGone = had && !wallet;
    had = wallet !== null;
    if (asked) return;
    if (isGone) gone();
    if (!wallet) {
      wantIfFree();
      return;
    }
    const item = itemOf(wallet);
    const { offered } = challenge;
    challenge.want(false);
    if (item && 'proof' in item) {
      const { payload } = item.proof;
      if (!done.has(payload)) void proven((isLive) => prove(isLive, proofOf(wallet)));
      done.add(payload);
    } else if (offered) failed(unproven(item));
  };
  early.forEach(take);
  had = ui.wallet !== null;
  const unlisten = [
    ui.onStatusChange(take),
    ui.onModalStateChange(({ status }) => {
      isOpen = status === 'opened';
    }),
  ];
  void ui.connectionRestored.then(() => {
    restored = true;
    wantIfFree();
  });

  return {
    signIn: async (isLive, merge) => prove(isLive, await ask(), merge),
    want(now) {
      wanted = now;
      wantIfFree();
    },
    giveUp() {
      done.add(challenge.offered);
      challenge.want(false);
      if (asked) ui.closeModal();
    },
    dispose() {
      // Nothing is wanted any more when the widget tells later what was before.
      restored = false;
      if (asked) ui.closeModal();
      for (const each of unlisten) each();
      challenge.dispose();
    },
  };
}
