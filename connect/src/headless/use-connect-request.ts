import type { WalletInfo } from '@prichal/sdk';
import { useEffect, useState } from 'react';
import type { ConnectFailure } from '../core/connection/connector.js';
import { currentEnvironment } from '../core/device/environment.js';
import { translateError } from '../core/errors/translate-error.js';
import { anyWalletLink, returnTarget, universalLink } from '../core/links.js';
import { openWalletLink } from '../core/open-link.js';
import { useUiState } from '../core/store.js';
import { isTelegramUrl } from '../core/telegram-url.js';
import { listWallets } from '../core/wallets/list.js';
import { isWalletInfoRemote } from '../core/wallets/wallet-info.js';
import { behindQr, inPage, type Way, waysTo } from '../core/wallets/ways-to-wallet.js';
import { useInternals } from '../react/context.js';
import { usePhoneLayout } from '../ui/use-device.js';
import { useStableCallback } from '../ui/use-stable-callback.js';
import { methodOf, openWallet, useOpenRequest } from '../ui/wallets/use-open-request.js';
import { useSheetOrder } from './use-wallets.js';

export type UseConnectRequestResult = {
  /**
   * `idle`: before `start` and after `cancel`. `preparing`: the SDK, the wallets list or the proof payload is
   * loading. `waiting`: for the wallet. `failed`: see `failure`. `connected`: a wallet has connected.
   */
  status: 'idle' | 'preparing' | 'waiting' | 'failed' | 'connected';
  /** The wallet that gets the request. Null if any wallet can answer. */
  wallet: WalletInfo | null;
  /** How the wallet is reached. Null before `start`. */
  way: Way | null;
  /** Names of the wallets that can answer: the one wallet, or the first ones of the list. */
  names: readonly string[];
  /**
   * Link for a QR code or to copy: the wallet's universal link, or `tc://…` if any wallet can answer. Null
   * while it is being prepared, and for a wallet in the page, which gets the request without a link.
   */
  link: string | null;
  /** Why the connection failed. Null unless the status is `failed`. */
  failure: ConnectFailure | null;
  /**
   * Sends a request to `wallet`, by `way` or by the first of its ways (see `useWallets`). Without a wallet,
   * to the first wallets of the list, with one code that all of them can scan. Cancels the previous request.
   * @throws TypeError if `wallet` is not a wallet (such as the event of a press, if `start` is the handler
   *   itself), or if it does not have this way.
   */
  start: (wallet?: WalletInfo | null, way?: Way) => void;
  /**
   * Opens the wallet, or the app that handles `tc://` links. Call it in the press handler, otherwise the
   * browser blocks it. Returns false if nothing was opened: the link is not ready, or the browser blocked it.
   * @throws TypeError if the argument is not a wallet.
   */
  open: (wallet?: WalletInfo) => boolean;
  /** Returns the universal link of a wallet that can answer this request. Null for other wallets. */
  linkTo: (wallet: WalletInfo) => string | null;
  /** Sends the same request again: a wallet answers a request only once. */
  retry: () => void;
  /** Cancels the request and stops listening. Unmounting does the same. */
  cancel: () => void;
};

type Asked = { wallet: WalletInfo | null; way: Way };

const ANY_WALLET: Asked = { wallet: null, way: 'qr' };

const WAYS: readonly unknown[] = ['qr', 'extension', 'desktop', 'app'] satisfies Way[];

/** Types are not checked in JavaScript, where `onClick={start}` passes the event of the press. */
function checkWallet(callee: 'start' | 'open', wallet: WalletInfo): void {
  const { name, appName, platforms }: Partial<WalletInfo> = Object(wallet);
  if (typeof name === 'string' && typeof appName === 'string' && platforms) return;
  const what = typeof wallet === 'string' ? `"${wallet}"` : Object.prototype.toString.call(wallet);
  throw new TypeError(
    `${callee}(wallet): ${what} is not a wallet. Pass a wallet of useWallets or getWallets, or no argument. ` +
      `In a click handler, write onClick={() => ${callee}()}.`,
  );
}

/**
 * One connect request, for a custom dialog. A page has one at a time, so use the hook in one component and
 * pass the result on. On a server, the status is `idle`.
 */
export function useConnectRequest(): UseConnectRequestResult {
  const internals = useInternals();
  const phone = usePhoneLayout();
  const { attempt, wallet: connected, actionsConfiguration } = useUiState(internals);
  const ordered = useSheetOrder(internals);
  const [asked, setAsked] = useState<Asked | null>(null);
  /** The wallets list did not load, so it is unknown where to send the request. */
  const [listless, setListless] = useState<ConnectFailure | null>(null);

  const offered = ordered?.filter(({ support }) => support !== 'lacks-required');
  const first = offered && behindQr(offered.map(({ wallet }) => wallet));
  const bridgesOf = ({ wallet }: Asked): readonly string[] | null => {
    if (wallet) return isWalletInfoRemote(wallet) ? [wallet.bridgeUrl] : [];
    return first?.bridges ?? null;
  };
  const { wallet, way } = asked ?? ANY_WALLET;
  const request = useOpenRequest(
    internals,
    wallet,
    way,
    connected || !asked ? null : bridgesOf(asked),
  );
  const failure = asked && !connected ? (listless ?? request.failure) : null;
  const link = asked && !connected ? request.link : null;
  const remote = wallet && isWalletInfoRemote(wallet) ? wallet : null;
  const told = asked && wallet && attempt?.inPage === wallet.appName;

  const giveUp = (): void => {
    if (!internals.store.get().wallet) internals.connection.current?.connectRequest.cancel();
  };
  const findList = (): void => {
    setListless(null);
    if (internals.store.get().listed) return;
    listWallets(internals).catch((error: unknown) =>
      setListless({ kind: 'other', error: translateError(error) }),
    );
  };
  /** Synchronously if possible: `open` may follow in the same press. */
  const sendNow = (next: Asked): void => {
    const { current } = internals.connection;
    if (!current) {
      request.retry();
      return;
    }
    const bridges = bridgesOf(next);
    if (next.wallet && next.way === 'extension' && inPage(next.wallet)) {
      current.connectRequest.inPage(next.wallet);
    } else if (bridges && bridges.length > 0) {
      const selected = next.wallet && {
        wallet: next.wallet,
        openMethod: methodOf(next.wallet, next.way),
      };
      current.connectRequest.overBridges(bridges, selected);
    }
  };
  const start = (to: WalletInfo | null = null, by?: Way): void => {
    if (to) checkWallet('start', to);
    if (by !== undefined && !WAYS.includes(by)) {
      throw new TypeError(
        `start(wallet, way): "${by}" is not a way to a wallet. Use ${WAYS.join(', ')}.`,
      );
    }
    if (internals.store.get().wallet) return;
    const next = to ? { wallet: to, way: by ?? waysTo(to, phone)[0] } : ANY_WALLET;
    setAsked(next);
    setListless(null);
    if (!to) findList();
    sendNow(next);
  };

  const leave = useStableCallback(() => {
    if (asked) giveUp();
  });
  useEffect(() => leave, [leave]);

  return {
    status: connected
      ? 'connected'
      : !asked
        ? 'idle'
        : failure
          ? 'failed'
          : link || told
            ? 'waiting'
            : 'preparing',
    wallet: asked && wallet,
    way: asked && way,
    names: !asked ? [] : wallet ? [wallet.name] : (first?.names ?? []),
    link: link && (remote ? universalLink(remote, link, 'none') : anyWalletLink(link, 'none')),
    failure,
    start,
    open(to = wallet ?? undefined) {
      if (to) checkWallet('open', to);
      if (!to) return link !== null && openWalletLink(anyWalletLink(link, 'back'));
      const by = to === wallet && way === 'desktop' ? 'desktop' : 'app';
      if (to !== wallet) setAsked({ wallet: to, way: by });
      return openWallet(internals, to, methodOf(to, by));
    },
    linkTo(to) {
      if (!link || !isWalletInfoRemote(to) || !attempt?.bridges.includes(to.bridgeUrl)) return null;
      const inTelegram = isTelegramUrl(to.universalLink);
      const target = returnTarget(actionsConfiguration, currentEnvironment(), inTelegram);
      return universalLink(to, link, target);
    },
    retry() {
      if (!asked) return;
      if (listless) findList();
      else request.retry();
    },
    cancel() {
      giveUp();
      setAsked(null);
    },
  };
}
