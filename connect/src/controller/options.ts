import type { UiState } from '../store/state.js';
import { TonConnectUIError } from './errors.js';
import type { TonConnectUiCreateOptions, TonConnectUiOptions } from './public-types.js';

/** @throws TonConnectUIError when neither a manifest nor a connector is given. */
export function assertOptions(options: Partial<TonConnectUiCreateOptions>): void {
  const { manifestUrl, connector } = options as { manifestUrl?: unknown; connector?: unknown };
  if (manifestUrl || connector) return;
  throw new TonConnectUIError(
    'You have to specify a `manifestUrl` or a `connector` in the options.',
  );
}

/** The state's fields that `options` speak of. What is absent, or undefined, stays as it is. */
export function optionsToState(options: TonConnectUiOptions): Partial<UiState> {
  if (options.buttonRootId) assertElement(options.buttonRootId);
  const { uiPreferences, walletsListConfiguration } = options;
  return defined({
    language: options.language,
    theme: uiPreferences?.theme,
    borderRadius: uiPreferences?.borderRadius,
    colorsSet: uiPreferences?.colorsSet,
    includeWallets: walletsListConfiguration?.includeWallets,
    requiredFeatures: options.walletsRequiredFeatures,
    preferredFeatures: options.walletsPreferredFeatures,
    actionsConfiguration: options.actionsConfiguration,
    androidBack: options.enableAndroidBackHandler,
    buttonRootId: options.buttonRootId,
  });
}

/** @throws TonConnectUIError when the page has no such element. A server has no page to look at. */
function assertElement(id: string): void {
  if (typeof document === 'undefined' || document.getElementById(id)) return;
  throw new TonConnectUIError(`${id} element not found in the document.`);
}

type Definite<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

const defined = <T extends object>(fields: T): Definite<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Definite<T>;
