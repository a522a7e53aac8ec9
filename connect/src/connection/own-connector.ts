import type { ITonConnect, TonConnect } from '@prichal/sdk';

/** What the connector of this project has beyond the one of `@tonconnect/sdk`. */
export type OwnConnector = ITonConnect &
  Pick<TonConnect, 'onExtensionAnswer' | 'onUnreachedBridges' | 'close'>;

const NAMES = ['onExtensionAnswer', 'onUnreachedBridges', 'close'] as const;

/**
 * Returns the connector with its additional methods. Null if it is another one, such as the app's own
 * from `@tonconnect/sdk`: the widget then works without them.
 */
export const asOwnConnector = (connector: ITonConnect): OwnConnector | null =>
  NAMES.every((name) => typeof (connector as Partial<OwnConnector>)[name] === 'function')
    ? (connector as OwnConnector)
    : null;
