import { listen } from './listen.js';

/** The other pages of this origin, which have the same cookie. */
export type OtherTabs = {
  /** This page has signed in or out. */
  tell(): void;
  dispose(): void;
};

/** @param changed another page has; or this one was kept for Back meanwhile, and heard nothing */
export function watchOtherTabs(name: string, changed: () => void): OtherTabs {
  let channel: BroadcastChannel | undefined;
  const close = (): void => channel?.close();
  const open = (): void => {
    channel = new BroadcastChannel(name);
    channel.onmessage = changed;
  };
  open();
  const unlisten = [
    // A page with an open channel is not kept for Back.
    listen(window, 'pagehide', close),
    listen(window, 'pageshow', ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      open();
      changed();
    }),
  ];
  return {
    tell: () => channel?.postMessage(null),
    dispose() {
      for (const each of unlisten) each();
      close();
    },
  };
}
