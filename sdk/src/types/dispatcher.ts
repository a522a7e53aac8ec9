/** Name of a window event for an event of the connector or of the widget. */
export type AddTonConnectPrefix<T extends string> = `ton-connect-${T}` | `ton-connect-ui-${T}`;

/** Type of the event behind the name of a window event. */
export type RemoveTonConnectPrefix<T> = T extends `ton-connect-ui-${infer Rest}`
  ? Rest
  : T extends `ton-connect-${infer Rest}`
    ? Rest
    : T;

/** Removes the leading `Version` from a list of parameters. */
export type WithoutVersion<T> = T extends [Version, ...infer Rest] ? [...Rest] : never;

/** Versions of the connector and of the widget. Null if there is none. */
export type Version = {
  ton_connect_sdk_lib: string | null;
  ton_connect_ui_lib: string | null;
};

/** Sends and receives the events of the connector. */
export interface EventDispatcher<T extends { type: string }> {
  /**
   * Sends an event.
   * @param eventName `ton-connect-` and the type of the event.
   * @param eventDetails The event.
   */
  dispatchEvent<P extends AddTonConnectPrefix<T['type']>>(
    eventName: P,
    eventDetails: T & { type: RemoveTonConnectPrefix<P> },
  ): Promise<void>;

  /**
   * Calls `listener` for each event of the name.
   * @returns A function that removes the listener.
   */
  addEventListener<P extends AddTonConnectPrefix<T['type']>>(
    eventName: P,
    listener: (event: CustomEvent<T & { type: RemoveTonConnectPrefix<P> }>) => void,
    options?: AddEventListenerOptions,
  ): Promise<() => void>;
}
