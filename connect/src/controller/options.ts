import { TonConnectUIError } from '../errors/base-errors.js';
import type { TonConnectUiCreateOptions, TonConnectUiOptions } from '../types/options.js';
import { defined, merge } from '../types/plain-object.js';
import type { UiState } from '../types/ui-state.js';

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

/** The state's fields that `options` speak of. What is absent, or undefined, is not among them. */
export function optionsToState(options: TonConnectUiOptions): Partial<UiState> {
  return defined({
    ...options.uiPreferences,
    ...options.walletsListConfiguration,
    language: options.language,
    languages: options.languages,
    strings: options.strings,
    requiredFeatures: options.walletsRequiredFeatures,
    preferredFeatures: options.walletsPreferredFeatures,
    actionsConfiguration: options.actionsConfiguration,
    androidBack: options.enableAndroidBackHandler,
    buttonRootId: options.buttonRootId,
    analytics: options.analytics,
  });
}

/** A change of options: what it does not speak of stays, inside of a set of colours as well. */
export function changeOptions(state: UiState, options: TonConnectUiOptions): UiState {
  assertElement(options.buttonRootId);
  const fields = optionsToState(options);
  // What is required is one statement, not a set of options; the rest is laid over what is.
  const { requiredFeatures, preferredFeatures } = { ...state, ...fields };
  return { ...(merge(state, fields) as UiState), requiredFeatures, preferredFeatures };
}
