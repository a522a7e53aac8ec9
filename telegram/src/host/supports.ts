import { OLDEST_VERSION } from '../launch/client.js';
import { launchClient } from '../launch/params.js';
import { compareVersions } from './version.js';

/**
 * Whether the client claims this Mini Apps version. It may still stay silent (Web K claims 9.0 and
 * answers no viewport request), so never wait for an answer without a timeout.
 */
export function supports(version: string): boolean {
  return compareVersions(launchClient()?.version ?? OLDEST_VERSION, version) >= 0;
}
