import type { ITonConnect } from '@tonconnect/sdk';
import { memo, type ReactNode, useEffect, useState } from 'react';
import { coreOf } from '../../controller/core-of.js';
import { start } from '../../controller/lifecycle.js';
import type {
  TonConnectUiCreateOptions,
  TonConnectUiCreateOptionsBase,
} from '../../controller/public-types.js';
import { TonConnectUI } from '../../controller/ton-connect-ui.js';
import { TonConnectUIContext } from './context.js';

export type TonConnectUIProviderPropsBase = TonConnectUiCreateOptionsBase & { children: ReactNode };
export type TonConnectUIProviderPropsWithManifest = TonConnectUIProviderPropsBase & {
  manifestUrl: string;
};
export type TonConnectUIProviderPropsWithConnector = TonConnectUIProviderPropsBase & {
  connector: ITonConnect;
};
/** A TonConnectUI of the caller's own, which the caller destroys. */
export type TonConnectUIProviderPropsWithInstance = TonConnectUIProviderPropsBase & {
  instance: TonConnectUI;
};
export type TonConnectUIProviderProps =
  | TonConnectUIProviderPropsWithManifest
  | TonConnectUIProviderPropsWithConnector
  | TonConnectUIProviderPropsWithInstance;

type Options = Partial<
  TonConnectUIProviderPropsWithManifest &
    TonConnectUIProviderPropsWithConnector &
    TonConnectUIProviderPropsWithInstance
>;

/** What makes it another widget rather than the same one with other options. */
const identityOf = ({ instance, connector, manifestUrl }: Options): unknown =>
  instance ?? connector ?? manifestUrl;

const make = (options: Options): TonConnectUI =>
  options.instance ?? new TonConnectUI(options as TonConnectUiCreateOptions, false);

/**
 * Gives the widget to everything below it. Changed props take effect; another manifest, connector or
 * instance is another widget. Unmounting leaves nothing behind.
 */
export const TonConnectUIProvider = memo(function TonConnectUIProvider({
  children,
  ...props
}: TonConnectUIProviderProps) {
  const options: Options = props;
  const identity = identityOf(options);
  const [held, setHeld] = useState(() => ({ identity, ui: make(options) }));
  const current = held.identity === identity ? held : { identity, ui: make(options) };
  if (current !== held) setHeld(current);
  const { ui } = current;
  const owned = options.instance === undefined;

  useEffect(() => (owned ? start(coreOf(ui)) : undefined), [ui, owned]);

  const { connector: _, instance: __, ...plain } = options;
  // Options are plain data, and often written in place: what they say is compared, not who they are.
  const said = JSON.stringify(plain);
  useEffect(() => {
    ui.uiOptions = JSON.parse(said);
  }, [ui, said]);

  return <TonConnectUIContext.Provider value={ui}>{children}</TonConnectUIContext.Provider>;
});
