import { Choice } from '../../controls/Choice';
import { TextSetting } from '../../controls/TextSetting';
import { PALETTES, type PaletteId } from '../palettes';
import { CHOICES, isAllowed, type Settings } from '../settings';
import styles from './Lab.module.css';

const THEMES = (Object.keys(PALETTES) as PaletteId[]).map(
  (id) => [id, PALETTES[id].label] as const,
);
const EXTENSION = [
  ['on', 'Installed'],
  ['off', 'Not installed'],
] as const;

/** Explanations of the lists, for first-time users. */
const LISTS = {
  client: [
    'Telegram client',
    'How the client answers the mini app: completely, in part, or never.',
  ],
  platform: [
    'Platform',
    'The platform that Telegram reports to the app. The phone gets its header, footer and safe areas.',
  ],
  version: [
    'Mini Apps version',
    'The Bot API version that Telegram reports. Older versions have fewer methods.',
  ],
  lang: ['Language', 'Language of the user in the init data, for apps that follow it.'],
  size: ['Screen', 'Width of the phone in CSS pixels, or a desktop window.'],
  turn: ['Orientation', 'In landscape, the notch is at the side of the app.'],
  keyboard: ['Keyboard', 'The on-screen keyboard makes the app shorter.'],
  site: [
    'Site of the app',
    'In Telegram Web the app is a frame of another site. Browsers then partition or block its storage.',
  ],
} as const satisfies Partial<Record<keyof typeof CHOICES, readonly [string, string]>>;

type Props = { settings: Settings; onChange(change: Partial<Settings>): void };

/** Settings of the Telegram client that opens the app. */
export function ClientPanel({ settings, onChange }: Props) {
  const list = (key: keyof typeof LISTS) => (
    <Choice<string>
      label={LISTS[key][0]}
      hint={LISTS[key][1]}
      value={settings[key]}
      choices={CHOICES[key]}
      onChoose={(value) => onChange({ [key]: value })}
    />
  );
  return (
    <div className={styles.fields}>
      {list('lang')}
      <Choice
        label="Theme"
        hint="Colours of Telegram. The app receives them as theme parameters."
        value={settings.theme}
        choices={THEMES}
        onChoose={(theme) => onChange({ theme })}
      />
      {list('platform')}
      {list('size')}
      {list('turn')}
      {list('keyboard')}
      {list('client')}
      {list('version')}
      <Choice
        label="Wallet extension"
        hint="Whether the app finds the dev wallet as a browser extension."
        value={settings.ext}
        choices={EXTENSION}
        onChoose={(ext) => onChange({ ext })}
      />
      {list('site')}
      <TextSetting
        label="Opened page"
        hint="Path of the app that Telegram opens, with an optional query."
        value={settings.path}
        placeholder="/"
        rule="A path that starts with one /"
        allows={(text) => isAllowed('path', text)}
        onChange={(path) => onChange({ path })}
      />
      <TextSetting
        label="Start parameter"
        hint="The value of ?startapp= in a link to the mini app."
        value={settings.start}
        placeholder="none"
        rule="Letters, digits, _ and -, 512 at most"
        allows={(text) => isAllowed('start', text)}
        onChange={(start) => onChange({ start })}
      />
      <TextSetting
        label="Changes to the launch"
        hint="Changes to the launch parameters, joined by &: name=value replaces, +name=value repeats, -name omits."
        value={settings.launch}
        placeholder="none"
        rule="name=value, +name=value or -name of tgWebApp… parameters, joined by &"
        allows={(text) => isAllowed('launch', text)}
        onChange={(launch) => onChange({ launch })}
      />
    </div>
  );
}
