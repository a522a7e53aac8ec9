import { expect, it, vi } from 'vitest';
import { freshPage } from '../testing/fresh-page.js';

type Telegram = typeof import('../index.js');
type Message = readonly [type: string, data: object];

/** The message of a feature, and the version since which clients support it. */
const FEATURES: readonly [since: string, before: string, use: (t: Telegram) => void, Message][] = [
  ['6.0', '', (t) => t.ready(), ['web_app_ready', {}]],
  ['6.0', '', (t) => t.expand(), ['web_app_expand', {}]],
  ['6.0', '', (t) => t.close(), ['web_app_close', {}]],
  [
    '6.2',
    '6.1',
    (t) => t.confirmClosing(),
    ['web_app_setup_closing_behavior', { need_confirmation: true }],
  ],
  [
    '6.1',
    '6.0',
    (t) => t.hapticSelection(),
    ['web_app_trigger_haptic_feedback', { type: 'selection_change' }],
  ],
  [
    '6.1',
    '6.0',
    (t) => t.hapticImpact(),
    ['web_app_trigger_haptic_feedback', { type: 'impact', impact_style: 'light' }],
  ],
  [
    '6.1',
    '6.0',
    (t) => t.hapticNotification('error'),
    ['web_app_trigger_haptic_feedback', { type: 'notification', notification_type: 'error' }],
  ],
  [
    '7.7',
    '7.6',
    (t) => t.lockVerticalSwipe(),
    ['web_app_setup_swipe_behavior', { allow_vertical_swipe: false }],
  ],
  ['8.0', '7.10', (t) => t.safeArea.get(), ['web_app_request_safe_area', {}]],
];

/** Returns all messages that a client of a version receives. */
async function heard(version: string, use: (telegram: Telegram) => void): Promise<Message[]> {
  const messages: Message[] = [];
  const { telegram } = await freshPage({
    query: `tgWebAppVersion=${version}&tgWebAppPlatform=ios`,
    postEvent: (type, json) => messages.push([type, JSON.parse(json)]),
  });
  use(telegram);
  return messages;
}

it.each(FEATURES)('from %s on, and not in %s: %s', async (since, before, use, message) => {
  expect((await heard(since, use))[0]).toEqual(message);
  if (before !== '') expect(await heard(before, use)).toEqual([]);
});

it('outside Telegram all of them are silent, and nothing is logged', async () => {
  const error = vi.spyOn(console, 'error');
  const { telegram } = await freshPage({});
  for (const [, , use] of FEATURES) use(telegram);
  expect(error).not.toHaveBeenCalled();
});
