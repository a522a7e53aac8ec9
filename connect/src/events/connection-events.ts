import type { CONNECT_EVENT_ERROR_CODES, SessionInfo, WalletInfo } from '@tonconnect/sdk';
import type { TonConnectError } from '../errors/base-errors.js';
import { SESSION_KEY } from '../storage/session-hint.js';
import { readObject } from '../storage/storage.js';
import { isChoosing } from '../store/selectors.js';
import type { Internals } from '../types/internals.js';
import type { CurrentWallet } from '../types/wallets.js';
import { sheetWallets } from '../wallets/sheet-wallets.js';
import { tell } from './emit.js';

type StoredKeys = { sessionKeyPair?: { publicKey?: string }; walletPublicKey?: string } | undefined;

/** Under which ids app and wallet speak to each other. */
export function sessionInfo({ storage }: Internals): SessionInfo {
  const keys = readObject(storage, SESSION_KEY)?.session as StoredKeys;
  return {
    clientId: keys?.sessionKeyPair?.publicKey ?? null,
    walletId: keys?.walletPublicKey ?? null,
  };
}

/** The sheet was opened: a connection begins, and these wallets are offered. */
export function emitOpened(internals: Internals, traceId: string): void {
  tell(internals, 'ConnectionStarted', traceId);
  // The list may still be on its way.
  const offer = (): void => {
    const wallets = visibleWallets(internals);
    const open = isChoosing(internals.store.get());
    if (open && !wallets[0]) return;
    stop();
    if (open) tell(internals, 'WalletModalOpened', wallets, clientId(internals), traceId);
  };
  const stop = internals.store.subscribe(offer);
  offer();
}

/** In which list a wallet was picked. */
export type WalletsMenu = 'explicit_wallet' | 'main_screen' | 'other_wallets';

/** A wallet was picked, and maybe opened by `link`. */
export const emitSelected = (
  internals: Internals,
  wallet: WalletInfo,
  menu: WalletsMenu,
  link: string | null = null,
): void =>
  tell(
    internals,
    'SelectedWallet',
    visibleWallets(internals),
    wallet,
    menu,
    link ?? '',
    undefined,
    clientId(internals),
    internals.store.get().modal.traceId,
  );

export function emitConnected(internals: Internals): void {
  const { wallet, attempt } = internals.store.get();
  const session = sessionInfo(internals);
  tell(internals, 'ConnectionCompleted', wallet, session, attempt?.traceId);
}

export const emitCancelled = (internals: Internals, traceId: string | undefined): void =>
  emitConnectError(internals, 'Connection was cancelled', undefined, traceId);

export const emitConnectError = (
  internals: Internals,
  message: string,
  code: number | undefined,
  traceId: string | undefined,
): void =>
  tell(
    internals,
    'ConnectionError',
    message,
    code as CONNECT_EVENT_ERROR_CODES | undefined,
    { clientId: clientId(internals), walletId: null },
    traceId,
  );

/** How the restoring has ended. */
export function emitRestored(internals: Internals): void {
  const { wallet } = internals.store.get();
  if (wallet) tell(internals, 'ConnectionRestoringCompleted', wallet, sessionInfo(internals));
  else tell(internals, 'ConnectionRestoringError', 'Connection was not restored');
}

export const emitDisconnected = (
  internals: Internals,
  wallet: CurrentWallet | null,
  scope: 'dapp' | 'wallet',
  traceId?: string,
): void => tell(internals, 'Disconnection', wallet, scope, sessionInfo(internals), traceId);

const CODES: Record<string, number> = {
  UnknownError: 0,
  BadRequestError: 1,
  ManifestNotFoundError: 2,
  ManifestContentError: 3,
  UnknownAppError: 100,
  UserRejectsError: 300,
};

/** The protocol's code of an error, when it is one of the protocol's. */
export const protocolCode = ({ name }: TonConnectError): number | undefined => CODES[name];

/** Names of the wallets that the sheet offers, in its order. */
const visibleWallets = ({ store }: Internals): string[] =>
  (sheetWallets(store.get()) ?? [])
    .filter(({ support }) => support !== 'lacks-required')
    .map(({ wallet }) => wallet.name);

/** The id under which the pending request is sent. */
const clientId = ({ store }: Internals): string | null =>
  /[?&]id=(\w+)/.exec(store.get().attempt?.link ?? '')?.[1] ?? null;
