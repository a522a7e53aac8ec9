import { head, headBase } from '#head';
import type { HostChannel } from './open-channel.js';

/**
 * The page's one channel to the host. The first call introduces the page to it. Called inline in the
 * head it leaves there all that a bundle may ask for.
 */
export const hostChannel = (): HostChannel => head().channel();

/** The same, for features of this package: for them no more of the head is needed. */
export const channel = (): HostChannel => headBase().channel();

/** Sends to a host that is there; outside Telegram this is silence, not an error. */
export const tell = (type: string, data?: object): boolean => headBase().tell(type, data);
