import { describe, expect, it, vi } from 'vitest';
import { en } from '../../testing/all-words.js';
import { en as sheetWords } from '../../words/dictionaries/en.js';
import { requestWords } from '../../words/dictionaries/en-requests.js';
import type { Language, Strings } from '../../words/language.js';
import type { ChosenWords } from './button-words.js';
import { languageOf } from './button-words.js';
import { loadDictionary } from './load-dictionary.js';
import { loadRequestWords } from './load-request-words.js';
import { buttonWords } from './menu-words.js';

const button = {
  connectWallet: 'اتصال',
  retry: 'تلاش دوباره',
  reload: 'بارگذاری دوباره',
  notLoaded: 'بارگذاری نشد. اتصال اینترنت را بررسی کنید.',
  restoring: 'در حال بازیابی',
  account: 'کیف پول',
  copy: 'رونوشت',
  copied: 'رونوشت شد',
  copyFailed: 'رونوشت نشد',
  explorer: 'کاوشگر',
  disconnect: 'قطع',
  testnet: 'آزمایشی',
};
const persian: Language = {
  dir: 'rtl',
  button,
  words: { ...en, close: 'بستن', toast: { ...en.toast, close: 'بستن پیام' } },
};

const chosen = (language: string, more: Partial<ChosenWords> = {}): ChosenWords => ({
  language,
  languages: { fa: persian },
  strings: {},
  ...more,
});

describe('a custom language', () => {
  it('is used everywhere', async () => {
    expect(languageOf(chosen('fa'))).toBe('fa');
    expect(buttonWords(chosen('fa'))).toEqual(button);
    expect((await loadDictionary(chosen('fa'))).close).toBe('بستن');
    expect((await loadRequestWords(chosen('fa'))).toast.close).toBe('بستن پیام');
  });

  it('is loaded when it is needed', async () => {
    const words = vi.fn(async () => ({ ...en, close: 'بستن' }));
    const lazy = chosen('fa', { languages: { fa: { ...persian, words } } });
    buttonWords(lazy);
    expect(words).not.toHaveBeenCalled();
    expect((await loadDictionary(lazy)).close).toBe('بستن');
  });

  it('falls back to English and reports the error if it does not load', async () => {
    const reportError = vi.fn();
    vi.stubGlobal('reportError', reportError);
    const words = () => Promise.reject(new Error('offline'));
    const broken = chosen('fa', { languages: { fa: { ...persian, words } } });
    expect(await loadDictionary(broken)).toEqual(sheetWords);
    expect(await loadRequestWords(broken)).toEqual(requestWords);
    expect(reportError).toHaveBeenCalledWith(new Error('offline'));
    vi.unstubAllGlobals();
  });

  it('replaces a built-in language', async () => {
    const own = chosen('en', { languages: { en: { ...persian } } });
    expect(buttonWords(own).connectWallet).toBe('اتصال');
    expect((await loadDictionary(own)).close).toBe('بستن');
  });

  it('does not compile with a key or a parameter missing', () => {
    const { close: _, ...rest } = en;
    // @ts-expect-error: no `close`.
    const noKey: Language = { button, words: rest };
    // @ts-expect-error: no `disconnect`.
    const noWord: Language = { button: { ...button, disconnect: undefined }, words: en };
    // @ts-expect-error: takes a number where a name is given.
    const wrong: Strings = { en: { wallet: { open: (name: number) => `${name}` } } };
    // @ts-expect-error: no such word.
    const unknown: Strings = { en: { button: { connect: 'x' } } };
    expect([noKey, noWord, wrong, unknown]).toHaveLength(4);
  });
});

describe('custom strings', () => {
  const strings: Strings = {
    ru: {
      button: { connectWallet: 'Войти' },
      universal: { title: 'Вход' },
      wallet: { open: (name) => `Пуск: ${name}` },
      toast: { close: 'Прочь' },
    },
  };

  it('replace single words of one language', async () => {
    const words = await loadDictionary(chosen('ru', { strings }));
    expect(words.universal.title).toBe('Вход');
    expect(words.wallet.open('X')).toBe('Пуск: X');
    expect(words.close).toBe('Закрыть');
    const ofRequests = await loadRequestWords(chosen('ru', { strings }));
    expect(ofRequests.toast.close).toBe('Прочь');
    expect(ofRequests.toast.region).toBe('Уведомления');
    expect(buttonWords(chosen('ru', { strings }))).toMatchObject({
      connectWallet: 'Войти',
      disconnect: 'Отключить',
    });
  });

  it('do not change other languages', async () => {
    expect(await loadDictionary(chosen('en', { strings }))).toEqual(sheetWords);
    expect(buttonWords(chosen('en', { strings })).connectWallet).toBe('Connect wallet');
  });
});
