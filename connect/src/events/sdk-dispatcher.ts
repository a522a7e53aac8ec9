import type { EventDispatcher, SdkActionEvent } from '@prichal/sdk';
import { dispatch, sdkVersion } from './emit.js';

/** A dispatcher whose listeners can all be removed. */
export type SdkDispatcher = EventDispatcher<SdkActionEvent> & {
  removeAll(): void;
};

/** Where the SDK emits its `ton-connect-*` events: the caller's dispatcher, or the window. */
export function createSdkDispatcher(
  own: EventDispatcher<SdkActionEvent> | undefined,
): SdkDispatcher {
  const removers: (() => void)[] = [];
  const events: SdkDispatcher = {
    dispatchEvent: (name, detail) => dispatch(own, name, detail),
    async addEventListener(name, listener, options) {
      const told = listener as never;
      const remove = own
        ? await own.addEventListener(name, listener, options)
        : () => globalThis.removeEventListener?.(name, told);
      if (!own) globalThis.addEventListener?.(name, told, options);
      removers.push(remove);
      return remove;
    },
    removeAll() {
      for (const remove of removers) remove();
    },
  };
  return events;
}

/** Asks the connector for the version of its SDK; one that is not the SDK's does not answer. */
export async function askSdkVersion(events: SdkDispatcher): Promise<void> {
  await events.addEventListener(
    'ton-connect-response-version',
    ({ detail }) => {
      sdkVersion.current = detail.version;
    },
    { once: true },
  );
  await events.dispatchEvent('ton-connect-request-version', { type: 'request-version' });
}
