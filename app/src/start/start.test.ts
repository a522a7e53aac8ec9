import type { LaunchParams } from '@prichal/telegram';
import { describe, expect, it } from 'vitest';
import { routesOf } from '../routes';
import { findRoute } from '../shell/route';
import { wantsDebugConsole } from './debug-console';
import { chooseLanguage } from './language';
import { parsePageConfig } from './page-config';
import { startPath } from './start-path';

const launch = (startParam: string | null, platform: string): LaunchParams => ({
  version: '9.0',
  platform,
  startParam,
  themeParams: {},
  query: '',
  initDataRaw: null,
  user: null,
  fullscreen: false,
});

describe('the debug console', () => {
  it.each([
    ['debug', 'ios', true],
    ['wheel_debug', 'android', true],
    ['debug-wheel', 'ios', true],
    ['debug', 'tdesktop', false],
    ['debug', 'weba', false],
    ['debugger', 'ios', false],
    ['nodebug', 'android', false],
    [null, 'ios', false],
  ])('opens for start parameter %s on %s: %s', (startParam, platform, wanted) => {
    expect(wantsDebugConsole(launch(startParam, platform))).toBe(wanted);
  });
});

describe('language of page and widget', () => {
  it.each(['ru', 'en', 'uk', 'pt-br', ''])(
    'is Russian for %s if the product has only Russian',
    (tag) => {
      expect(chooseLanguage(['ru'], tag)).toBe('ru');
    },
  );
  it.each(['ru', 'ru-RU', 'uk', 'be', 'kk', 'ky', 'uz', 'tg', 'hy', 'az', 'KA', ''])(
    'is Russian for %s if the product has both languages',
    (tag) => {
      expect(chooseLanguage(['ru', 'en'], tag)).toBe('ru');
      expect(chooseLanguage(['en', 'ru'], tag)).toBe('ru');
    },
  );
  it.each(['en', 'de', 'pt-br', 'zh-hans', 'ar'])(
    'is English for %s if the product has both languages',
    (tag) => {
      expect(chooseLanguage(['ru', 'en'], tag)).toBe('en');
    },
  );
  it("is the product's first language if the user understands none", () => {
    expect(chooseLanguage(['uz', 'tr'], 'de')).toBe('uz');
    expect(chooseLanguage(['uz', 'tr'], 'tr-TR')).toBe('tr');
  });
});

describe('page configuration', () => {
  it('is the configuration that the server wrote', () => {
    const config = {
      product: { name: 'Гавань', slug: 'harbour' },
      bot: 'https://t.me/x',
      languages: ['ru', 'en'],
      words: { en: { 'О нас': 'About us' } },
      stand: '/stand/',
    };
    expect(parsePageConfig(JSON.stringify(config))).toEqual(config);
  });

  it.each(['', '{}', 'null', '[]', '5', '{', '{"product":5,"bot":7}', '{"product":{"name":""}}'])(
    'has defaults for %s',
    (text) => {
      const expected = {
        product: { name: 'Prichal', slug: 'prichal' },
        bot: null,
        languages: ['ru'],
        words: {},
        stand: null,
      };
      expect(parsePageConfig(text)).toEqual(expected);
    },
  );

  it('rejects a bot link to another site', () => {
    expect(parsePageConfig('{"bot":"javascript:alert(1)"}').bot).toBeNull();
  });
});

describe('routes', () => {
  const routes = routesOf({ name: 'Гавань', slug: 'harbour' });

  it('contain the product in path and name', () => {
    expect(routes.buy).toMatchObject({ path: '/buy-harbour', name: 'Купить Гавань' });
  });

  it('match no other path', () => {
    expect(findRoute(routes, '/wheel')).toBe(routes.wheel);
    expect(findRoute(routes, '/buy-prichal')).toBeUndefined();
    expect(findRoute(routes, '/wheel/')).toBeUndefined();
  });

  it.each([
    ['/', 'wheel', '/wheel'],
    ['/', 'buy_debug', '/buy-harbour'],
    ['/', 'debug', '/'],
    ['/', null, '/'],
    ['/about', 'wheel', '/about'],
  ])('open %s with the start parameter %s at %s', (path, startParam, expected) => {
    expect(startPath('harbour', path, startParam)).toBe(expected);
  });
});
