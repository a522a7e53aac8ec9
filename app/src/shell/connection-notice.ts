import { t } from '../words';
import { onWaitingLoads, waitingLoads } from './load-with-retry';

const OFFLINE = 'Нет сети. Продолжим, когда она появится.';
const LOST = 'Связь прервалась. Пробуем ещё раз…';

/**
 * Shows in the shell's status line that the network is down or that a load is being retried, and
 * clears the line afterwards.
 */
export function installConnectionNotice(): void {
  const update = () => {
    const line = document.querySelector('.notice');
    const words = !navigator.onLine ? t(OFFLINE) : waitingLoads() > 0 ? t(LOST) : '';
    if (line && line.textContent !== words) line.textContent = words;
  };
  window.addEventListener('online', update);
  window.addEventListener('offline', update);
  onWaitingLoads(update);
  update();
}
