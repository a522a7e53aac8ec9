import { describe, expect, it } from 'vitest';
import { loadDictionary } from '../../core/language/load-dictionary.js';
import { loadRequestWords } from '../../core/language/load-request-words.js';
import { buttonWords } from '../../core/language/menu-words.js';
import { en, ru } from '../../testing/all-words.js';
import { uk as ukrainian } from '../languages/uk.js';
import { en as sheetWords } from './en.js';
import { requestWords } from './en-requests.js';
import { uk } from './uk.js';

type Words = { [key: string]: string | ((parameter: never) => string) | Words };

/** Returns every path of a dictionary with its text. Functions are called with a name. */
function flat(words: Words, prefix = ''): Map<string, string> {
  const all = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'string') all.set(prefix + key, value);
    else if (typeof value === 'function') all.set(prefix + key, value('<name>' as never));
    else for (const [path, text] of flat(value, `${prefix}${key}.`)) all.set(path, text);
  }
  return all;
}

const chosen = (language: string) => ({ language, languages: {}, strings: {} });

describe('dictionaries', () => {
  const english = flat(en);
  const russian = flat(ru);

  it('have the same texts', () => {
    expect([...russian.keys()]).toEqual([...english.keys()]);
  });

  it.each([...russian])('%s is Russian', (path, text) => {
    expect(text).toMatch(/[а-яё]/i);
    expect(text).not.toBe(english.get(path));
    expect(text.includes('<name>')).toBe(english.get(path)?.includes('<name>'));
  });

  it.each([
    ['ru', russian, buttonWords(chosen('ru'))],
    ['uk', flat(uk), ukrainian.button],
  ])('%s leaves no short word at the end of a line', (_, words, ofButton) => {
    const all = [...words.values(), ...Object.values(ofButton)];
    expect(
      all.filter((text) => /(^|[\s«])(в|у|и|і|й|с|з|к|о|а|на|по|не|за|до) \S/iu.test(text)),
    ).toEqual([]);
    expect(all.filter((text) => text.includes(' —'))).toEqual([]);
  });

  it('keep the texts of the specification', () => {
    expect(en.linkCopied).toBe('Link Copied');
    expect(en.wallet.problem.declined('')).toBe('Connection declined');
    expect(en.wallet.showQr).toBe('Show QR Code');
    expect(en.universal.viewAll).toBe('View all wallets');
    expect(en.universal.whatIsWallet).toBe('What is a wallet');
    expect([en.tile.walletIn, en.tile.telegram]).toEqual(['Wallet in', 'Telegram']);
    expect([en.tile.recent, en.tile.installed, en.tile.popular]).toEqual([
      'Recent',
      'Installed',
      'Popular',
    ]);
    expect(en.toast['transaction-canceled'].title).toBe('Transaction cancelled');
    expect(en.toast['transaction-sent'].title).toBe('Transaction sent');
    expect(en.toast.confirm).toBe('Confirm operation in your wallet');
    expect(en.yourWallet).toBe('Your wallet');
    expect(en.tile.unsupported('X')).toBe("X doesn't support connected service");
    expect(en.wallet.problem['missing-features']('Wallet')).toBe(
      'Please update Wallet, your version does not support required features for this dApp',
    );
    expect(en.wallet.problem['not-supported']('X')).toBe(
      "X doesn't support the requested action. Please connect another wallet that supports it.",
    );
    expect(buttonWords(chosen('en'))).toMatchObject({
      connectWallet: 'Connect wallet',
      copy: 'Copy address',
      copied: 'Address copied!',
      disconnect: 'Disconnect',
    });
  });

  it.each(['constructor', 'toString', '__proto__'])('%s is an unknown language', async (name) => {
    expect(buttonWords(chosen(name))).toEqual(buttonWords(chosen('en')));
    expect(await loadDictionary(chosen(name))).toEqual(sheetWords);
    expect(await loadRequestWords(chosen(name))).toEqual(requestWords);
  });

  it('an unknown language is English', async () => {
    expect(await loadDictionary(chosen('xx'))).toEqual(sheetWords);
    expect(await loadRequestWords(chosen('xx'))).toEqual(requestWords);
    expect(buttonWords(chosen('xx'))).toEqual(buttonWords(chosen('en')));
  });
});
