import * as official from '@tonconnect/sdk';
import { describe, expect, it } from 'vitest';
import * as errors from './index.js';

const { connectError, requestError, TonConnectError, ...rest } = errors;
const classes = Object.entries({ TonConnectError, ...rest });

describe('errors', () => {
  it.each(classes)('%s has its name, code and cause', (name, Class) => {
    const error = new Class('text', { cause: 'why' } as never);
    expect(error).toMatchObject({ name, cause: 'why' });
    expect(error.code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    expect(error).toBeInstanceOf(TonConnectError);
    expect(error).toBeInstanceOf(Class);
    expect(error).toBeInstanceOf(Error);
    expect(new Class('', { code: 'MINE' } as never).code).toBe('MINE');
  });

  it.each(classes)('%s has the message of the official class', (name, Class) => {
    const Official = (official as unknown as Record<string, new (reason?: string) => Error>)[name];
    if (!Official)
      return expect(name).toMatch(/^(Manifest(ContentError|NotFound)|DappMetadata)Error$/);
    expect(new Class('why', {} as never).message).toBe(new Official('why').message);
    expect(new Class('', {} as never).message).toBe(new Official().message);
    return undefined;
  });

  it('keeps subclasses of hosts', () => {
    class MineError extends errors.UserRejectsError {}
    expect(new MineError('x')).toBeInstanceOf(MineError);
  });

  it.each([
    [0, 'UnknownError'],
    [1, 'BadRequestError'],
    [100, 'UnknownAppError'],
    [300, 'UserRejectsError'],
    [400, 'UnknownError'],
    [-7, 'UnknownError'],
  ])('maps code %s to %s', (code, name) => {
    for (const of of [connectError, requestError]) {
      expect(of({ code, message: 'said' })).toMatchObject({ name });
      expect(of({ code, message: 'said' }).message).toMatch(/\nsaid$/);
    }
  });

  it('maps the manifest’s codes of connect requests only', () => {
    const [missing, malformed] = [2, 3].map((code) => connectError({ code, message: '' }));
    expect(missing?.message).toContain('ManifestNotFoundError: Manifest not found.');
    expect(malformed?.message).toContain('ManifestContentErrorError: Passed `tonconnect-manifest');
    expect(requestError({ code: 2, message: '' }).name).toBe('UnknownError');
  });
});
