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
 * The version in events. It includes the name of the project, because the peer has a version 2.1.0, too, but
 * without signData (docs/internals/decisions/0022).
 */
export const NAMED_VERSION = `prichal-${VERSION}`;

/*
 * Events are CustomEvents on the window, `ton-connect-ui-*`, with the data in `detail`. A custom dispatcher
 * gets them instead. The SDK also emits its own `ton-connect-*` events. The SDK creates the data of both, so
 * that they have the same fields. When there is an event to emit, the SDK is loaded or loading.
 */

/** The versions in each event, as the SDK's makers take them. */
type Version = Parameters<Sdk['createConnectionStartedEvent']>[0];

type Maker = Extract<keyof Sdk, `create${string}Event`>;

/** The arguments of a maker after the versions. */
type About<M extends Maker> = Sdk[M] extends (version: Version, ...about: infer A) => unknown
  ? A
  : never;

type Make<M extends Maker> = (version: Version, ...about: About<M>) => { type: string };

/** The connector's SDK version. Null until it has answered. A custom connector may have another version. */
export const sdkVersion: { current: string | null } = { current: null };

export const versions = (): Version => ({
  ton_connect_sdk_lib: sdkVersion.current,
  ton_connect_ui_lib: NAMED_VERSION,
});

const queues = new WeakMap<ConnectionContext, Promise<void>>();

/**
 * Emits the event that the SDK's `maker` creates. Its name is `ton-connect-ui-` and its type. Events are
 * emitted one after the other, in the order of the calls. An error of a dispatcher is reported and does not
 * stop later events.
 */
export function emit<M extends Maker>(
  internals: ConnectionContext,
  maker: M,
  ...about: About<NoInfer<M>>
): void {
  const run = async (): Promise<void> => {
    // The SDK is slow to start, so it loads after the next paint.
    if (!internals.connection.current) await new Promise<void>((resolve) => afterPaint(resolve));
    const sdk = await loadSdk().catch(() => null);
    // The caller that needs the SDK reports a failed load. An event does not report it again.
    if (!sdk) return;
    const make: unknown = sdk[maker];
    await dispatchOwn(internals, (make as Make<M>)(versions(), ...about));
  };
  const before = queues.get(internals) ?? Promise.resolve();
  queues.set(internals, before.then(run).catch(reportError));
}

/** Emits an event of the widget. Its name is `ton-connect-ui-` and its type. */
export const dispatchOwn = (
  { settings }: ConnectionContext,
  detail: { type: string },
): Promise<void> => dispatch(settings.eventDispatcher, `ton-connect-ui-${detail.type}`, detail);

/** Dispatches an event with the app's dispatcher, or on the window. */
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

/** Creates the dispatcher of the SDK's `ton-connect-*` events: the app's dispatcher, or the window. */
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

/** Requests the version of the connector's SDK. A custom connector may not answer. */
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

/** Emits `ton-connect-ui-response-version`, the reply to `ton-connect-ui-request-version`. */
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
