import type { LaunchParams } from '@prichal/telegram';

/**
 * Returns whether this launch requests the debug console: the start parameter contains the word
 * `debug` (`debug`, `wheel_debug`), and the client has no developer tools.
 */
export function wantsDebugConsole({ startParam, platform }: LaunchParams): boolean {
  const marked = startParam?.split(/[_-]/).includes('debug') ?? false;
  return marked && (platform === 'ios' || platform === 'android');
}

/** Loads the console from our own origin, in a chunk that only these launches load. */
export async function openDebugConsole(): Promise<void> {
  const { openEruda } = await import('./open-eruda');
  openEruda();
}
