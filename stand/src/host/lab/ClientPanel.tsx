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
    'How Telegram answers the mini app. The web clients differ, and one of them never answers.',
  ],
  platform: [
    'Looks like',
    'The platform that the app is told, with its bars and safe areas: iOS, Android, desktop or web.',
  ],
  version: [
    'Mini Apps version',
    'The Bot API version that Telegram says it speaks. Older ones know fewer methods.',
  ],
  lang: ['Visitor speaks', 'Language of the visitor, as Telegram tells it in the init data.'],
  size: ['Screen', 'Width of the phone in CSS pixels, or a window on a desktop.'],
  turn: ['Held', 'Upright, or on its side: then the notch is left and right.'],
  keyboard: ['Keyboard', 'The phone’s own keyboard, which takes room from the app.'],
  site: [
    'App’s storage',
    'In Telegram the app is in a frame of another site: browsers give it storage of its own, or none.',
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
      {list('platform')}
      <Choice
        label="Theme"
        hint="Colours of Telegram, which the app is told and may follow."
        value={settings.theme}
        choices={THEMES}
        onChoose={(theme) => onChange({ theme })}
      />
      {list('size')}
      {list('turn')}
      {list('keyboard')}
      {list('lang')}
      {list('client')}
      {list('version')}
      <Choice
        label="Wallet extension"
        hint="Whether the dev wallet is in the app’s page as a browser extension would be."
        value={settings.ext}
        choices={EXTENSION}
        onChoose={(ext) => onChange({ ext })}
      />
      {list('site')}
      <TextSetting
        label="Opened page"
        hint="Path of the app that Telegram opens, with a query where it has one."
        value={settings.path}
        placeholder="/"
        rule="A path of the app: it starts with one /"
        allows={(text) => isAllowed('path', text)}
        onChange={(path) => onChange({ path })}
      />
      <TextSetting
        label="Start parameter"
        hint="What stands behind ?startapp= in a link to the mini app."
        value={settings.start}
        placeholder="none"
        rule="Letters, digits, _ and -, 512 at most"
        allows={(text) => isAllowed('start', text)}
        onChange={(start) => onChange({ start })}
      />
      <TextSetting
        label="Launch edits"
        hint="Changes to the launch parameters: name=value replaces, +name=value repeats, -name leaves out; joined by &."
        value={settings.launch}
        placeholder="none"
        rule="name=value, +name=value or -name of tgWebApp… parameters, joined by &"
        allows={(text) => isAllowed('launch', text)}
        onChange={(launch) => onChange({ launch })}
      />
    </div>
  );
}
