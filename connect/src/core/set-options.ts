import { TonConnectUIError } from './errors/base-errors.js';
import type { TonConnectUiCreateOptions, TonConnectUiOptions } from './options.js';
import { isSame, merge } from './plain-object.js';
import type { ConnectRequestParameters, Store, UiState } from './state.js';
import { DEFAULT_OPTIONS, INITIAL_STATE } from './state.js';

/** @throws TonConnectUIError if there is neither a manifest nor a connector. */
export function assertOptions(options: TonConnectUiCreateOptions): void {
  const { manifestUrl, connector } = options as { manifestUrl?: unknown; connector?: unknown };
  if (manifestUrl || connector) return;
  throw new TonConnectUIError(
    'You have to specify a `manifestUrl` or a `connector` in the options.',
    { code: 'NO_MANIFEST' },
  );
}

/** @throws TonConnectUIError if the page has no element with this id. Does nothing on a server. */
export function assertElement(id: string | null | undefined): void {
  if (!id || typeof document === 'undefined' || document.getElementById(id)) return;
  throw new TonConnectUIError(`${id} element not found in the document.`, { code: 'NO_ELEMENT' });
}

/** Returns the fields of the state that `options` set. An undefined option sets no field. */
export function optionsToState(options: TonConnectUiOptions): Partial<UiState> {
  const given: Record<string, unknown> = {
    ...options,
    ...options.uiPreferences,
    ...options.walletsListConfiguration,
  };
  const keys = Object.keys(DEFAULT_OPTIONS).filter((key) => given[key] !== undefined);
  return Object.fromEntries(keys.map((key) => [key, given[key]]));
}

/** Changes the given options. The others stay unchanged, also within a set of colours. */
export function setOptions(store: Store<UiState>, options: TonConnectUiOptions): void {
  assertElement(options.buttonRootId);
  const state = store.get();
  const fields = optionsToState(options);
  // Required and preferred features are replaced as a whole. Every other option is merged into the
  // current one.
  const { walletsRequiredFeatures, walletsPreferredFeatures } = { ...state, ...fields };
  store.set({
    ...(merge(state, fields) as UiState),
    walletsRequiredFeatures,
    walletsPreferredFeatures,
  });
}

/**
 * Applies a provider's props: sets the fields that differ between `before` and `now`. A field that is
 * missing from `now` returns to its default.
 */
export function setProps(
  store: Store<UiState>,
  before: Partial<UiState>,
  now: Partial<UiState>,
): void {
  const keys = Object.keys({ ...before, ...now }) as (keyof UiState)[];
  const changed = keys.filter((key) => !isSame(before[key], now[key]));
  store.set(
    Object.fromEntries(changed.map((key) => [key, key in now ? now[key] : INITIAL_STATE[key]])),
  );
}

/** Sets the additional items of the next connect request. No `parameters`, no additional items. */
export const setConnectRequest = (
  store: Store<UiState>,
  parameters: ConnectRequestParameters | null | undefined,
): void => store.set({ connectRequest: parameters ?? { state: 'ready', value: {} } });

/** Accepts only wallets of this network, by chain id. Undefined accepts every network. */
export const setNetwork = (store: Store<UiState>, network: string | undefined): void =>
  store.set({ network });
