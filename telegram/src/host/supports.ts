import { launchParams } from '../launch/params.js';
import { OLDEST_VERSION } from '../launch/parse.js';
import { compareVersions } from './version.js';

/**
 * Returns whether the client reports this Mini Apps version or a later one. The client may still not answer
 * (Web K reports 9.0 and answers no viewport request), so use a timeout for every answer.
 */
export function supports(version: string): boolean {
  return compareVersions(launchParams()?.version ?? OLDEST_VERSION, version) >= 0;
}
