import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installConnectionNotice } from './connection-notice';
import { loadWithRetry, waitingLoads } from './load-with-retry';

let line: HTMLElement;
let isOnline = true;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  isOnline = true;
  line = document.createElement('p');
  line.className = 'notice';
  document.body.append(line);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  line.remove();
});

/** Makes a load that fails `times` times, then returns `page`. */
function failing(times: number) {
  const load = vi.fn<() => Promise<string>>();
  for (let time = 0; time < times; time++) load.mockRejectedValueOnce(new Error('No network'));
  return load.mockResolvedValue('page');
}

it('retries after half a second, then after two', async () => {
  const load = failing(2);
  const page = loadWithRetry(load);
  await vi.advanceTimersByTimeAsync(499);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await page).toBe('page');
  expect(waitingLoads()).toBe(0);
});

it('rejects with the last error if the third attempt fails', async () => {
  const load = failing(3);
  const outcome = expect(loadWithRetry(load)).rejects.toThrow('No network');
  await vi.advanceTimersByTimeAsync(2500);
  await outcome;
  expect(load).toHaveBeenCalledTimes(3);
});

it('waits for the network while the device is offline, and reports it', async () => {
  installConnectionNotice();
  const load = failing(1);
  isOnline = false;
  window.dispatchEvent(new Event('offline'));
  const page = loadWithRetry(load);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(1);
  expect(line.textContent).toContain('Нет сети');

  isOnline = true;
  window.dispatchEvent(new Event('online'));
  expect(await page).toBe('page');
  expect(line.textContent).toBe('');
});

it('reports the retry only while the connection is lost', async () => {
  installConnectionNotice();
  const page = loadWithRetry(failing(1));
  await vi.advanceTimersByTimeAsync(100);
  expect(line.textContent).toContain('Пробуем ещё раз');
  await vi.advanceTimersByTimeAsync(400);
  await page;
  expect(line.textContent).toBe('');
});
