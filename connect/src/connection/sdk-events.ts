import type { EventDispatcher, SdkActionEvent } from '@tonconnect/sdk';
import { sdk } from '../events/dispatch.js';

/** A dispatcher whose listeners can be taken off again: the SDK itself never does that. */
export type SdkEvents = EventDispatcher<SdkActionEvent> & { removeAll(): void };

/** Where the SDK tells its `ton-connect-*` events: the caller's dispatcher, or the window. */
export function sdkEvents(own: EventDispatcher<SdkActionEvent> | undefined): SdkEvents {
  const abort = new AbortController();
  const { signal } = abort;
  return {
    async dispatchEvent(name, detail) {
      if (own) await own.dispatchEvent(name, detail);
      else globalThis.dispatchEvent?.(new CustomEvent(name, { detail }));
    },
    async addEventListener(name, listener, options) {
      if (own) {
        const remove = await own.addEventListener(name, listener, options);
        signal.addEventListener('abort', remove);
        return remove;
      }
      const told = listener as unknown as (event: Event) => void;
      globalThis.addEventListener?.(name, told, { ...options, signal });
      return () => globalThis.removeEventListener?.(name, told);
    },
    removeAll: () => abort.abort(),
  };
}

/** Asks the connector for the version of its SDK; one that is not the SDK's does not answer. */
export async function askSdkVersion(events: SdkEvents): Promise<void> {
  await events.addEventListener(
    'ton-connect-response-version',
    ({ detail }) => {
      sdk.version = detail.version;
    },
    { once: true },
  );
  await events.dispatchEvent('ton-connect-request-version', { type: 'request-version' });
}
