import { TonConnectUIError } from './errors/base-errors.js';
import type { TonConnectUiCreateOptions, TonConnectUiOptions } from './options.js';
import { isSame, merge } from './plain-object.js';
import type { ConnectRequestParameters, Store, UiState } from './state.js';
import { DEFAULT_OPTIONS, INITIAL_STATE } from './state.js';

/** @throws TonConnectUIError when neither a manifest nor a connector is given. */
export function assertOptions(options: TonConnectUiCreateOptions): void {
  const { manifestUrl, connector } = options as { manifestUrl?: unknown; connector?: unknown };
  if (manifestUrl || connector) return;
  throw new TonConnectUIError(
    'You have to specify a `manifestUrl` or a `connector` in the options.',
    { code: 'NO_MANIFEST' },
  );
}

/** @throws TonConnectUIError when the page has no such element. A server has no page to look at. */
export function assertElement(id: string | null | undefined): void {
  if (!id || typeof document === 'undefined' || document.getElementById(id)) return;
  throw new TonConnectUIError(`${id} element not found in the document.`, { code: 'NO_ELEMENT' });
}

/** The fields of the state that `options` set. An option that is absent or undefined sets none. */
export function optionsToState(options: TonConnectUiOptions): Partial<UiState> {
  const given: Record<string, unknown> = {
    ...options,
    ...options.uiPreferences,
    ...options.walletsListConfiguration,
  };
  const keys = Object.keys(DEFAULT_OPTIONS).filter((key) => given[key] !== undefined);
  return Object.fromEntries(keys.map((key) => [key, given[key]]));
}

/** Changes the given options. The others stay as they are, also within a set of colours. */
export function setOptions(store: Store<UiState>, options: TonConnectUiOptions): void {
  assertElement(options.buttonRootId);
  const state = store.get();
  const fields = optionsToState(options);
  // Required and preferred features are replaced as a whole; every other option is merged into the
  // present one.
  const { walletsRequiredFeatures, walletsPreferredFeatures } = { ...state, ...fields };
  store.set({
    ...(merge(state, fields) as UiState),
    walletsRequiredFeatures,
    walletsPreferredFeatures,
  });
}

/**
 * Applies a provider's props: what has changed between the fields of `before` and `now` takes effect,
 * and what is no longer there goes back to its default.
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

/** What the next connect request asks besides the address: nothing, when there are no `parameters`. */
export const setConnectRequest = (
  store: Store<UiState>,
  parameters: ConnectRequestParameters | null | undefined,
): void => store.set({ connectRequest: parameters ?? { state: 'ready', value: {} } });

/** Wallets of this network only, by its chain id; of any, without one. */
export const setNetwork = (store: Store<UiState>, network: string | undefined): void =>
  store.set({ network });
