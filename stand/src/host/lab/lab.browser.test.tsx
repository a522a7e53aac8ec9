import { GOOD_BEHAVIOUR } from '@prichal/dev-wallet/core';
import { TestApp } from '@prichal/dev-wallet/test-app';
import { afterEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { useWallet } from '../../wallet/ui/use-wallet';
import { DEFAULTS, type Settings } from '../settings';
import { Timeline } from '../timeline/Timeline';
import { timelineOf } from '../timeline/timeline';
import { DevicePanel } from './DevicePanel';
import { TryPanel, useFinished } from './TryPanel';

const app = new TestApp();
afterEach(() => app.wallet.configure({ behaviour: GOOD_BEHAVIOUR }));

function Steps({ settings }: { settings: Settings }) {
  return <TryPanel finished={useFinished(settings, useWallet(app.wallet))} onChange={() => {}} />;
}

it('a finished step keeps its tick after its fault has been removed', async () => {
  const screen = await render(<Steps settings={{ ...DEFAULTS, bridge: 'slow' }} />);
  const ticked = () => screen.container.querySelectorAll('[data-done="true"]').length;
  await expect.poll(ticked).toBe(1);
  await screen.rerender(<Steps settings={DEFAULTS} />);
  expect(ticked()).toBe(1);
});

it.each([
  ['http://localhost', 'adb reverse tcp:80 tcp:80'],
  ['https://localhost', 'adb reverse tcp:443 tcp:443'],
  ['http://localhost:8081', 'adb reverse tcp:8081 tcp:8081'],
])('the command for a phone on a cable has the port of %s', async (origin, command) => {
  const screen = await render(<DevicePanel origin={origin} />);
  await expect.element(screen.getByText(command, { exact: true })).toBeVisible();
});

it('the start of an app is “app opened” until the app sends a message', async () => {
  const entry = { data: {}, note: null };
  const opened = { ...entry, id: 1, at: 0, direction: 'host', type: 'frame opened' } as const;
  const told = { ...entry, id: 2, at: 1, direction: 'to app', type: 'theme_changed' } as const;
  const ready = { ...entry, id: 3, at: 2, direction: 'from app', type: 'web_app_ready' } as const;
  const known = { sessions: [], queue: [] };
  const timeline = (entries: Parameters<typeof timelineOf>[0]) => (
    <Timeline
      moments={timelineOf(entries, [], [], known)}
      sources="telegram"
      onSources={() => {}}
      onClear={() => {}}
    />
  );
  const screen = await render(timeline([opened, told]));
  const line = screen.getByText(/app (opened|started)/);
  await expect.element(line).toHaveTextContent('app opened');
  await expect.element(screen.getByText('1 message', { exact: true })).toBeVisible();
  await screen.rerender(timeline([opened, told, ready]));
  await expect.element(line).toHaveTextContent('app started');
  await expect.element(screen.getByText('2 messages', { exact: true })).toBeVisible();
});

it('announces the result of copying', async () => {
  const screen = await render(<DevicePanel origin="http://localhost" />);
  await screen.getByRole('button', { name: /^Copy adb/ }).click();
  const said = () =>
    [...screen.container.querySelectorAll('[aria-live="polite"]')].map((it) => it.textContent);
  await expect.poll(said).toContainEqual(expect.stringMatching(/^(Copied|Not allowed to copy)$/));
});
