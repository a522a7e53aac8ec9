import type { Core } from '../controller/core.js';
import type { UserActionEvent } from '../controller/public-types.js';
import { VERSION } from './version.js';

/*
 * What happens is told by CustomEvents on the window, `ton-connect-ui-*`, with the data in `detail`;
 * a dispatcher of the caller's own gets them instead. The SDK's `ton-connect-*` come beside them.
 */

/** The event's own fields; those that every event has are added. */
export type EventFields = {
  type: UserActionEvent['type'];
  custom_data?: object;
  trace_id?: string | null | undefined;
  [field: string]: unknown;
};

/** Told by the SDK when it is loaded; a connector of the caller's own may have another one. */
export const sdk: { version: string | null } = { version: null };

export function dispatch(
  core: Core,
  { custom_data, trace_id = null, ...fields }: EventFields,
): void {
  void send(core, {
    ...fields,
    trace_id,
    custom_data: {
      ...custom_data,
      ton_connect_sdk_lib: sdk.version,
      ton_connect_ui_lib: VERSION,
    },
  });
}

/** An event as it is. Told by the way: a dispatcher that throws disturbs nothing. */
export async function send(
  { settings }: Core,
  detail: { type: string; [field: string]: unknown },
): Promise<void> {
  const name = `ton-connect-ui-${detail.type}` as const;
  try {
    const { eventDispatcher } = settings;
    if (eventDispatcher) await eventDispatcher.dispatchEvent(name as never, detail as never);
    // Node has no window to tell.
    else globalThis.dispatchEvent?.(new CustomEvent(name, { detail }));
  } catch (error) {
    reportError(error);
  }
}
