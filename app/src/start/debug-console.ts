import type { LaunchParams } from '@prichal/telegram';

/**
 * Whether this launch asks for the debug console: the word `debug` stands in the start parameter
 * on its own (`debug`, `wheel_debug`), and the client is one without developer tools.
 */
export function wantsDebugConsole({ startParam, platform }: LaunchParams): boolean {
  const marked = startParam?.split(/[_-]/).includes('debug') ?? false;
  return marked && (platform === 'ios' || platform === 'android');
}

/** Loads the console from our own origin, in a chunk that nobody else pays for. */
export async function openDebugConsole(): Promise<void> {
  const { openEruda } = await import('./open-eruda');
  openEruda();
}
