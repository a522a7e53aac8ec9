import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.restoreAllMocks();
  vi.resetModules();
});

it('logs problems instead of throwing them', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const { enableQaMode, isQaModeEnabled } = await import('./problems.js');
  const { validateSignDataPayload } = await import('./arguments.js');
  expect(isQaModeEnabled()).toBe(false);
  expect(() => validateSignDataPayload(null)).toThrow('SignDataPayload validation failed');
  enableQaMode();
  expect(isQaModeEnabled()).toBe(true);
  expect(warn).toBeCalledWith(expect.stringContaining('QA mode is on'));
  expect(() => validateSignDataPayload(null)).not.toThrow();
  expect(error).toBeCalledWith('SignDataPayload validation failed: Payload must be an object');
});
