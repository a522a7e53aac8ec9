import type { CONNECT_EVENT_ERROR_CODES, SessionInfo, WalletInfo } from '@tonconnect/sdk';
import { SESSION_KEY } from '../connection/session-hint.js';
import type { Core } from '../controller/core.js';
import type { TonConnectError } from '../controller/errors.js';
import type { CurrentWallet } from '../controller/public-types.js';
import { readObject } from '../device/read-object.js';
import { isChoosing } from '../store/is-choosing.js';
import { sheetWallets } from '../wallets/sheet-wallets.js';
import { tell } from './dispatch.js';

type StoredKeys = { sessionKeyPair?: { publicKey?: string }; walletPublicKey?: string } | undefined;

/** Under which ids app and wallet speak to each other. */
export function sessionInfo({ storage }: Core): SessionInfo {
  const keys = readObject(storage, SESSION_KEY)?.session as StoredKeys;
  return {
    clientId: keys?.sessionKeyPair?.publicKey ?? null,
    walletId: keys?.walletPublicKey ?? null,
  };
}

/** The sheet was opened: a connection begins, and these wallets are offered. */
export function tellOpened(core: Core, traceId: string): void {
  tell(core, 'ConnectionStarted', traceId);
  // The list may still be on its way.
  const offer = (): void => {
    const wallets = visibleWallets(core);
    const open = isChoosing(core.store.get());
    if (open && !wallets[0]) return;
    stop();
    if (open) tell(core, 'WalletModalOpened', wallets, clientId(core), traceId);
  };
  const stop = core.store.subscribe(offer);
  offer();
}

/** In which list a wallet was picked. */
export type WalletsMenu = 'explicit_wallet' | 'main_screen' | 'other_wallets';

/** A wallet was picked, and maybe opened by `link`. */
export const tellSelected = (
  core: Core,
  wallet: WalletInfo,
  menu: WalletsMenu,
  link: string | null = null,
): void =>
  tell(
    core,
    'SelectedWallet',
    visibleWallets(core),
    wallet,
    menu,
    link ?? '',
    undefined,
    clientId(core),
    core.store.get().modal.traceId,
  );

export function tellConnected(core: Core): void {
  const { wallet, attempt } = core.store.get();
  const session = sessionInfo(core);
  tell(core, 'ConnectionCompleted', wallet, session, attempt?.traceId);
}

export const tellCancelled = (core: Core, traceId: string | undefined): void =>
  tellConnectError(core, 'Connection was cancelled', undefined, traceId);

export const tellConnectError = (
  core: Core,
  message: string,
  code: number | undefined,
  traceId: string | undefined,
): void =>
  tell(
    core,
    'ConnectionError',
    message,
    code as CONNECT_EVENT_ERROR_CODES | undefined,
    { clientId: clientId(core), walletId: null },
    traceId,
  );

/** How the restoring has ended. */
export function tellRestored(core: Core): void {
  const { wallet } = core.store.get();
  if (wallet) tell(core, 'ConnectionRestoringCompleted', wallet, sessionInfo(core));
  else tell(core, 'ConnectionRestoringError', 'Connection was not restored');
}

export const tellDisconnected = (
  core: Core,
  wallet: CurrentWallet | null,
  scope: 'dapp' | 'wallet',
  traceId?: string,
): void => tell(core, 'Disconnection', wallet, scope, sessionInfo(core), traceId);

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
const visibleWallets = ({ store }: Core): string[] =>
  (sheetWallets(store.get()) ?? [])
    .filter(({ support }) => support !== 'lacks-required')
    .map(({ wallet }) => wallet.name);

/** The id under which the pending request is sent. */
const clientId = ({ store }: Core): string | null =>
  /[?&]id=(\w+)/.exec(store.get().attempt?.link ?? '')?.[1] ?? null;
