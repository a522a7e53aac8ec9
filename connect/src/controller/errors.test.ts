import { describe, expect, it } from 'vitest';
import * as errors from './errors.js';

describe('errors', () => {
  it.each(Object.entries(errors))(
    '%s names itself without help of the class name',
    (name, Class) => {
      const error = new Class('text', { cause: 'why' });
      expect(error.name).toBe(name);
      expect(error).toBeInstanceOf(errors.TonConnectError);
      expect(error).toBeInstanceOf(Error);
      expect(Object.getOwnPropertyDescriptor(Class.prototype, 'name')?.get?.toString()).toContain(
        name,
      );
    },
  );

  it('chains the React errors under the UI errors', () => {
    const error = new errors.TonConnectProviderNotSetError();
    expect(error).toBeInstanceOf(errors.TonConnectUIReactError);
    expect(error).toBeInstanceOf(errors.TonConnectUIError);
    expect(error.message).toBe(
      'You should add <TonConnectUIProvider> on the top of the app to use TonConnect',
    );
  });
});
