import type { ITonConnect } from '@prichal/sdk';
import { memo, type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { createInternals } from '../core/create-internals.js';
import { createWidget, internalsOf } from '../core/internals.js';
import { start } from '../core/lifecycle.js';
import type { TonConnectUiCreateOptions, TonConnectUiCreateOptionsBase } from '../core/options.js';
import { isSame } from '../core/plain-object.js';
import { optionsToState, setProps } from '../core/set-options.js';
import type { UiState } from '../core/state.js';
import { WidgetContext } from './context.js';
import { lazyChunk } from './load-lazy-chunk.js';
import type { TonConnectUI } from './ton-connect-ui.js';

export interface TonConnectUIProviderPropsBase extends TonConnectUiCreateOptionsBase {}
export interface TonConnectUIProviderPropsWithManifest {
  manifestUrl: string;
}
export interface TonConnectUIProviderPropsWithConnector {
  connector: ITonConnect;
}
/** An existing TonConnectUI. The caller destroys it. */
export interface TonConnectUIProviderPropsWithInstance {
  instance: TonConnectUI;
}
export type TonConnectUIProviderProps = { children: ReactNode } & TonConnectUIProviderPropsBase &
  Partial<
    TonConnectUIProviderPropsWithManifest &
      TonConnectUIProviderPropsWithConnector &
      TonConnectUIProviderPropsWithInstance
  >;

type Options = Omit<TonConnectUIProviderProps, 'children'>;

type Held = {
  identity: readonly unknown[];
  ui: TonConnectUI;
  /** The fields of the state that the props have set last. */
  applied: Partial<UiState>;
};

/** Props that identify the widget. If one of them changes, another widget is created. */
const identityOf = (options: Options): readonly unknown[] => [
  options.instance ?? options.connector ?? options.manifestUrl,
  options.widgetRootId,
  options.walletsListSource,
];

const make = (options: Options, identity: readonly unknown[]): Held =>
  options.instance
    ? { identity, ui: options.instance, applied: {} }
    : {
        identity,
        ui: createWidget(
          createInternals(options as TonConnectUiCreateOptions, lazyChunk),
        ) as TonConnectUI,
        applied: optionsToState(options),
      };

/**
 * Provides the widget to its children. Changed props take effect. Removed props return to their defaults. If
 * the manifest, connector or instance changes, another widget is created. Unmounting removes everything from
 * the page.
 */
export const TonConnectUIProvider = memo(function TonConnectUIProvider({
  children,
  ...options
}: TonConnectUIProviderProps): ReactElement {
  const identity = identityOf(options);
  const [held, setHeld] = useState(() => make(options, identity));
  const current = isSame(held.identity, identity) ? held : make(options, identity);
  if (current !== held) setHeld(current);
  const { ui } = current;
  const owned = options.instance === undefined;

  useEffect(() => (owned ? start(internalsOf(ui)) : undefined), [ui, owned]);

  // Runs after every render. Options are often object literals in JSX, so their values are compared, not
  // their identities. Fields that the props do not set belong to `setOptions`.
  useEffect(() => {
    const fields = optionsToState(options);
    setProps(internalsOf(ui).store, current.applied, fields);
    current.applied = fields;
  });

  return <WidgetContext.Provider value={ui}>{children}</WidgetContext.Provider>;
});
