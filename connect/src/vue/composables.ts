import {
  CHAIN,
  type CurrentWallet,
  type TonConnectUI,
  type TonConnectUiOptions,
  toUserFriendlyAddress,
  type WalletsModal,
  type WalletsModalState,
} from '@prichal/connect/vanilla';
import {
  type ComputedRef,
  computed,
  type MaybeRefOrGetter,
  type Ref,
  type ShallowRef,
  toValue,
} from 'vue';
import { injectWidget } from './widget.js';

/** A ref that only the widget changes. */
type ReadonlyRef<T> = Readonly<ShallowRef<T>>;

/** Returns the TonConnectUI as a ref, and a function that sets its options. */
export function useTonConnectUI(): [
  ReadonlyRef<TonConnectUI>,
  (options: TonConnectUiOptions) => void,
] {
  const { ui } = injectWidget();
  return [
    ui,
    (options) => {
      ui.value.uiOptions = options;
    },
  ];
}

/** Returns the connected wallet as a ref. Null if there is none. */
export const useTonWallet = (): ReadonlyRef<CurrentWallet | null> => injectWidget().wallet;

/**
 * Returns the connected address as a ref: user-friendly, or raw (`0:<hex>`). Empty if there is none, and while
 * a session is restored.
 */
export function useTonAddress(userFriendly: MaybeRefOrGetter<boolean> = true): ComputedRef<string> {
  const { wallet } = injectWidget();
  return computed(() => {
    if (!wallet.value) return '';
    const { address, chain } = wallet.value.account;
    return toValue(userFriendly)
      ? toUserFriendlyAddress(address, chain === CHAIN.TESTNET)
      : address;
  });
}

/** Returns the state of the wallet dialog as a ref, and functions that open and close it. */
export function useTonConnectModal(): Pick<WalletsModal, 'open' | 'close'> & {
  state: ReadonlyRef<WalletsModalState>;
} {
  const { ui, modal } = injectWidget();
  return {
    state: modal,
    open: (options) => ui.value.openModal(options),
    close: (reason) => ui.value.closeModal(reason),
  };
}

/** Returns as a ref whether the restoring of a stored session has ended, with or without a wallet. */
export const useIsConnectionRestored = (): Readonly<Ref<boolean>> => injectWidget().restored;
