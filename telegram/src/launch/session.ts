const KEY = 'prichal/launch';

/**
 * Second home of the launch parameters, for hosts that reload the app after it dropped its hash.
 * In a Telegram Web iframe with third-party storage blocked, touching sessionStorage throws; then
 * there is simply nothing here, and the carried hash (see `launchHash`) does the work.
 */
export function storedLaunchQuery(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function storeLaunchQuery(query: string): void {
  try {
    sessionStorage.setItem(KEY, query);
  } catch {
    // Blocked or full: the carried hash remains.
  }
}
