import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStorage } from './storage.js';

const SESSION = 'ton-connect-storage_bridge-connection';

/** A page's storage, with its keys as properties. */
class PageStorage {
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? (Reflect.get(this, key) as string) : null;
  }
  setItem(key: string, value: string): void {
    Reflect.set(this, key, value);
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

let page: PageStorage;
beforeEach(() => {
  page = new PageStorage();
  vi.stubGlobal('window', { localStorage: page });
});
afterEach(() => vi.unstubAllGlobals());

describe('storage', () => {
  it('uses the peer’s keys outside Telegram', () => {
    openStorage().set(SESSION, 'mine');
    expect({ ...page }).toEqual({ [SESSION]: 'mine' });
  });

  it('separates the users of one Telegram app', () => {
    const [ann, bob] = [openStorage('1'), openStorage('2')];
    ann.set(SESSION, 'of Ann');
    expect(bob.get(SESSION)).toBeNull();
    bob.set(SESSION, 'of Bob');
    bob.remove(SESSION);
    expect(openStorage('1').get(SESSION)).toBe('of Ann');
  });

  it('gives the peer’s stored data only to the first user', () => {
    page.setItem(SESSION, 'from before');
    page.setItem('ton-connect-ui_wallet-info', '{}');
    page.setItem('of-the-host', 'stays');
    const ann = openStorage('1');
    expect(ann.get(SESSION)).toBe('from before');
    expect(ann.get('ton-connect-ui_wallet-info')).toBe('{}');
    expect(page.getItem(SESSION)).toBeNull();
    expect(page.getItem('of-the-host')).toBe('stays');
    expect(openStorage('2').get(SESSION)).toBeNull();
  });

  it('keeps the data that a user already has', () => {
    openStorage('1').set(SESSION, 'of Ann');
    page.setItem(SESSION, 'somebody’s');
    expect(openStorage('1').get(SESSION)).toBe('of Ann');
    expect(page.getItem(SESSION)).toBe('somebody’s');
  });

  it.each([
    [
      'is refused',
      {
        get localStorage(): never {
          throw new DOMException('denied', 'SecurityError');
        },
      },
    ],
    [
      'is full',
      {
        localStorage: Object.assign(new PageStorage(), {
          setItem: () => {
            throw new DOMException('full', 'QuotaExceededError');
          },
        }),
      },
    ],
  ])('lasts as long as the page if the page’s %s', (_, window) => {
    vi.stubGlobal('window', window);
    for (const storage of [openStorage(), openStorage('1')]) {
      storage.set(SESSION, 'mine');
      expect(storage.get(SESSION)).toBe('mine');
      storage.remove(SESSION);
      expect(storage.get(SESSION)).toBeNull();
    }
  });
});
