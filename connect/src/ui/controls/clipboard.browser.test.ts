import { afterEach, expect, it, vi } from 'vitest';
import { copyText } from './Button.js';

afterEach(() => vi.restoreAllMocks());

it('copies through a hidden field if the clipboard is blocked, and logs why', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied'));
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const field = vi.spyOn(document, 'execCommand').mockImplementation(() => {
    expect(document.querySelector('textarea')?.value).toBe('address');
    return true;
  });
  expect(await copyText('address')).toBe(true);
  expect(field).toHaveBeenCalledWith('copy');
  expect(warn).toHaveBeenCalledWith('Clipboard API not available');
  expect(document.querySelector('textarea')).toBeNull();
});

it('reports that neither way worked', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied'));
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(document, 'execCommand').mockReturnValue(false);
  expect(await copyText('address')).toBe(false);
});
