import { isTelegramUrl } from '../protocol/telegram-url.js';
import type { Version } from '../types/dispatcher.js';
import type { SelectedWalletEvent, WalletModalOpenedEvent } from '../types/events.js';

/** Makes the event of a widget that opened its list of wallets. */
export const createWalletModalOpenedEvent = (
  version: Version,
  visibleWallets: string[],
  clientId?: string | null,
  traceId?: string | null,
): WalletModalOpenedEvent => ({
  type: 'wallet-modal-opened',
  visible_wallets: visibleWallets,
  client_id: clientId ?? null,
  custom_data: version,
  trace_id: traceId ?? null,
});

/**
 * Makes the event of a wallet that the user chose.
 * @param redirectLink Link that opens the wallet. Empty if none.
 * @param redirectLinkType Kind of the link. Derived from it if absent.
 */
export function createSelectedWalletEvent(
  version: Version,
  visibleWallets: string[],
  lastSelectedWallet: { appName?: string } | null,
  walletsMenu: 'explicit_wallet' | 'main_screen' | 'other_wallets',
  redirectLink: string,
  redirectLinkType?: 'tg_link' | 'external_link',
  clientId?: string | null,
  traceId?: string | null,
): SelectedWalletEvent {
  const method = isTelegramUrl(redirectLink) ? 'tg_link' : 'external_link';
  return {
    type: 'selected-wallet',
    wallets_menu: walletsMenu,
    visible_wallets: visibleWallets,
    client_id: clientId ?? null,
    custom_data: version,
    trace_id: traceId ?? null,
    // Present with the value undefined if there is no link, as in the official SDK.
    ...({
      wallet_redirect_method: redirectLinkType || (redirectLink ? method : undefined),
      wallet_redirect_link: redirectLink || undefined,
    } as Pick<SelectedWalletEvent, 'wallet_redirect_method' | 'wallet_redirect_link'>),
    wallet_type: lastSelectedWallet?.appName ?? null,
  };
}
