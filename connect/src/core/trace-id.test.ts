import { expect, it } from 'vitest';
import { newTraceId } from './modal.js';

it('is a UUID of version 7, of now', () => {
  const id = newTraceId();
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  const ms = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  expect(Math.abs(Date.now() - ms)).toBeLessThan(1000);
});

it('is unique', () => {
  expect(new Set(Array.from({ length: 1000 }, newTraceId)).size).toBe(1000);
});
