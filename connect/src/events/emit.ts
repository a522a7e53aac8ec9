import type * as Sdk from '@tonconnect/sdk';
import type { EventDispatcher, SdkActionEvent } from '@tonconnect/sdk';
import { afterPaint } from '../loading/after-paint.js';
import { loadSdk } from '../loading/load-sdk.js';
import type { Internals } from '../types/internals.js';

/** The version of this package (product specification, section 9). */
export const VERSION = '2.1.0';

/*
 * What happens is told by CustomEvents on the window, `ton-connect-ui-*`, with the data in `detail`;
 * a dispatcher of the caller's own gets them instead. The SDK's `ton-connect-*` come beside them. The
 * SDK makes these too, so that both say the same in the same fields: it is there, or on its way, when
 * there is something to tell.
 */

type Makers = {
  [Maker in keyof typeof Sdk as Maker extends `create${infer Name}Event`
    ? Name
    : never]: (typeof Sdk)[Maker];
};
/** What the SDK has a maker for. */
export type Told = Exclude<keyof Makers, 'RequestVersion' | 'ResponseVersion'>;
type Arguments<Name extends Told> =
  Parameters<Makers[Name]> extends [unknown, ...infer Rest] ? Rest : never;

/** Told by the SDK when it is loaded; a connector of the caller's own may have another one. */
export const sdk: { version: string | null } = { version: null };

const report = (error: unknown): void => reportError(error);
const queues = new WeakMap<Internals, Promise<void>>();

/**
 * Tells what the SDK's maker of that name makes of the arguments; the version goes before them. One
 * event after the other, in the order of the calls.
 */
export function tell<Name extends Told>(
  internals: Internals,
  name: Name,
  ...args: Arguments<Name>
): void {
  const make = async (): Promise<void> => {
    // The SDK is slow to start: what the visitor waits for goes first.
    if (!internals.connection.current) await new Promise<void>((resolve) => afterPaint(resolve));
    const maker = (await loadSdk())[`create${name}Event`] as (...args: unknown[]) => SomeEvent;
    const version = { ton_connect_sdk_lib: sdk.version, ton_connect_ui_lib: VERSION };
    await send(internals, maker(version, ...args));
  };
  // By the way: a dispatcher that throws disturbs nothing.
  queues.set(internals, (queues.get(internals) ?? Promise.resolve()).then(make).catch(report));
}

type SomeEvent = { type: string };

/** An event as it is. */
export const send = ({ settings }: Internals, detail: SomeEvent): Promise<void> =>
  dispatch(settings.eventDispatcher, `ton-connect-ui-${detail.type}`, detail);

/** To the caller's dispatcher, or else to the window. */
export async function dispatch(
  own: EventDispatcher<SdkActionEvent> | undefined,
  name: string,
  detail: SomeEvent,
): Promise<void> {
  if (own) await own.dispatchEvent(name as never, detail as never);
  // Node has no window to tell.
  else globalThis.dispatchEvent?.(new CustomEvent(name, { detail }));
}
