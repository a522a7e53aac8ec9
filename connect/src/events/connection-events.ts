import type { WalletInfo } from '@tonconnect/sdk';
import { SESSION_KEY } from '../connection/session.js';
import type { Core } from '../controller/core.js';
import type { TonConnectError } from '../controller/errors.js';
import type { CurrentWallet } from '../controller/public-types.js';
import { readObject } from '../device/read-object.js';
import { isObject } from '../device/storage.js';
import { isTelegramUrl } from '../device/telegram-url.js';
import { sheetWallets } from '../wallets/sheet-wallets.js';
import { dispatch } from './dispatch.js';

/** What is told of a connected wallet with every event about it. */
export function connectionInfo({ storage }: Core, wallet: CurrentWallet | null) {
  const session = readObject(storage, SESSION_KEY)?.session;
  const keys = isObject(session) ? session.sessionKeyPair : undefined;
  const proof = wallet?.connectItems?.tonProof;
  return {
    wallet_address: wallet?.account.address ?? null,
    wallet_state_init: wallet?.account.walletStateInit ?? null,
    wallet_type: wallet?.device.appName ?? null,
    wallet_version: wallet?.device.appVersion ?? null,
    auth_type: proof && 'proof' in proof ? 'ton_proof' : 'ton_addr',
    custom_data: {
      chain_id: wallet?.account.chain ?? null,
      provider: wallet?.provider ?? null,
      client_id: (isObject(keys) && keys.publicKey) || null,
      wallet_id: (isObject(session) && session.walletPublicKey) || null,
    },
  };
}

/** The sheet was opened: a connection begins, and these wallets are offered. */
export function tellOpened(core: Core, traceId: string): void {
  dispatch(core, { type: 'connection-started', trace_id: traceId });
  // The list may still be on its way.
  let stop = (): void => undefined;
  const tell = (): void => {
    const wallets = visibleWallets(core);
    if (wallets.length === 0) return;
    stop();
    dispatch(core, {
      type: 'wallet-modal-opened',
      visible_wallets: wallets,
      client_id: clientId(core),
      trace_id: traceId,
    });
  };
  stop = core.store.subscribe(tell);
  tell();
}

/** In which list a wallet was picked. */
export type WalletsMenu = 'explicit_wallet' | 'main_screen' | 'other_wallets';

/** A wallet was picked, and maybe opened by `link`. */
export function tellSelected(
  core: Core,
  wallet: WalletInfo,
  menu: WalletsMenu,
  link: string | null = null,
): void {
  dispatch(core, {
    type: 'selected-wallet',
    wallets_menu: menu,
    visible_wallets: visibleWallets(core),
    client_id: clientId(core),
    wallet_redirect_method: link ? (isTelegramUrl(link) ? 'tg_link' : 'external_link') : undefined,
    wallet_redirect_link: link ?? undefined,
    wallet_type: wallet.appName,
    trace_id: core.store.get().modal.traceId,
  });
}

export function tellConnected(core: Core): void {
  const { wallet, modal } = core.store.get();
  dispatch(core, {
    type: 'connection-completed',
    is_success: true,
    ...connectionInfo(core, wallet),
    trace_id: modal.traceId,
  });
}

export const tellCancelled = (core: Core, traceId: string | undefined): void =>
  tellConnectError(core, 'Connection was cancelled', null, traceId);

export function tellConnectError(
  core: Core,
  message: string,
  code: number | null,
  traceId: string | undefined,
): void {
  dispatch(core, {
    type: 'connection-error',
    is_success: false,
    error_message: message,
    error_code: code,
    custom_data: { client_id: clientId(core), wallet_id: null },
    trace_id: traceId,
  });
}

/** How the restoring that `lifecycle` began has ended. */
export function tellRestored(core: Core): void {
  const { wallet } = core.store.get();
  dispatch(core, {
    ...(wallet
      ? {
          type: 'connection-restoring-completed',
          is_success: true,
          ...connectionInfo(core, wallet),
        }
      : {
          type: 'connection-restoring-error',
          is_success: false,
          error_message: 'Connection was not restored',
        }),
  });
}

export function tellDisconnected(
  core: Core,
  wallet: CurrentWallet | null,
  scope: 'dapp' | 'wallet',
  traceId?: string,
): void {
  dispatch(core, {
    type: 'disconnection',
    scope,
    ...connectionInfo(core, wallet),
    trace_id: traceId,
  });
}

const CODES: Record<string, number> = {
  UnknownError: 0,
  BadRequestError: 1,
  ManifestNotFoundError: 2,
  ManifestContentError: 3,
  UnknownAppError: 100,
  UserRejectsError: 300,
};

/** The protocol's code of an error, when it is one of the protocol's. */
export const protocolCode = ({ name }: TonConnectError): number | null => CODES[name] ?? null;

/** Names of the wallets that the sheet offers, in its order. */
const visibleWallets = ({ store }: Core): string[] =>
  (sheetWallets(store.get()) ?? [])
    .filter(({ support }) => support !== 'lacks-required')
    .map(({ wallet }) => wallet.name);

/** The id under which the pending request is sent. */
const clientId = ({ store }: Core): string | null =>
  /[?&]id=(\w+)/.exec(store.get().attempt?.link ?? '')?.[1] ?? null;
