import type { EventDispatcher, SdkActionEvent } from '@prichal/sdk';
import { isTelegram, launchParams } from '@prichal/telegram';
import type { Sdk } from '../connection/connector.js';
import { currentPlatform, isPhoneOs } from '../device/environment.js';
import { reportError } from '../device/report-error.js';
import type { ConnectionContext } from '../internals.js';
import { afterPaint } from '../loading/after-paint.js';
import { loadSdk } from '../loading/load-sdk.js';

/** The version of this package (product specification, section 9). */
export const VERSION = '2.1.0';

/**
 * What the events say of the version. With the name: the peer had a 2.1.0 of its own, without signData,
 * and whoever reads a bare number takes this package for that one (docs/decisions/0022).
 */
export const NAMED_VERSION = `prichal-${VERSION}`;

/*
 * Events are CustomEvents on the window, `ton-connect-ui-*`, with the data in `detail`; a
 * dispatcher of the caller's own gets them instead. The SDK emits its own `ton-connect-*` events
 * beside them. The SDK makes the data of ours as well, so that both have the same fields; it has
 * loaded, or is loading, whenever there is something to emit.
 */

/** The versions that each event carries, as the SDK's makers take them. */
type Version = Parameters<Sdk['createConnectionStartedEvent']>[0];

type Maker = Extract<keyof Sdk, `create${string}Event`>;

/** What a maker takes beside the versions. */
type About<M extends Maker> = Sdk[M] extends (version: Version, ...about: infer A) => unknown
  ? A
  : never;

type Make<M extends Maker> = (version: Version, ...about: About<M>) => { type: string };

/** The SDK's version once it has answered; a connector of the caller's own may have another one. */
export const sdkVersion: { current: string | null } = { current: null };

export const versions = (): Version => ({
  ton_connect_sdk_lib: sdkVersion.current,
  ton_connect_ui_lib: NAMED_VERSION,
});

const queues = new WeakMap<ConnectionContext, Promise<void>>();

/**
 * Emits the event that the SDK's `maker` makes of what follows; its name is `ton-connect-ui-` and its type.
 * Events are emitted one after the other, in the order of the calls. An error of a dispatcher is reported
 * and stops nothing.
 */
export function emit<M extends Maker>(
  internals: ConnectionContext,
  maker: M,
  ...about: About<NoInfer<M>>
): void {
  const run = async (): Promise<void> => {
    // The SDK is slow to start, so it waits until what the visitor sees is painted.
    if (!internals.connection.current) await new Promise<void>((resolve) => afterPaint(resolve));
    const sdk = await loadSdk().catch(() => null);
    // Whoever waits for the SDK hears that it did not come; an event is no reason to say it again.
    if (!sdk) return;
    const make: unknown = sdk[maker];
    await dispatchOwn(internals, (make as Make<M>)(versions(), ...about));
  };
  const before = queues.get(internals) ?? Promise.resolve();
  queues.set(internals, before.then(run).catch(reportError));
}

/** Emits an event of the widget's own, under the name of its type. */
export const dispatchOwn = (
  { settings }: ConnectionContext,
  detail: { type: string },
): Promise<void> => dispatch(settings.eventDispatcher, `ton-connect-ui-${detail.type}`, detail);

/** To the caller's dispatcher, or else to the window. */
export async function dispatch(
  own: EventDispatcher<SdkActionEvent> | undefined,
  name: string,
  detail: { type: string },
): Promise<void> {
  if (own) await own.dispatchEvent(name as never, detail as never);
  // Node has no window.
  else globalThis.dispatchEvent?.(new CustomEvent(name, { detail }));
}

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

/** Answers `ton-connect-ui-request-version` by `ton-connect-ui-response-version`. */
export function emitVersion(internals: ConnectionContext): void {
  const { os, browser } = currentPlatform();
  const client = isTelegram() ? launchParams() : null;
  const detail = {
    type: 'response-version',
    version: NAMED_VERSION,
    tma: client !== null,
    tmaPlatform: client?.platform ?? null,
    tmaVersion: client?.version ?? null,
    telegramBrowser: 'TelegramWebview' in window && !client,
    os,
    browser,
    rawBrowser: browser,
    mobile: isPhoneOs(os),
  };
  dispatchOwn(internals, detail).catch(reportError);
}
