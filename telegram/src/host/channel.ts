import { head } from '#head';
import type { HostChannel } from './open-channel.js';

/** The page's one channel to the host. The first call introduces the page to it. */
export const hostChannel = (): HostChannel => head().channel();

/** Sends to a host that is there; outside Telegram this is silence, not an error. */
export const tell = (type: string, data?: object): boolean => head().tell(type, data);
