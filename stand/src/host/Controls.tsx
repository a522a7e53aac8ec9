import { Button } from '../controls/Button';
import { Choice } from '../controls/Choice';
import { CopyButton } from '../controls/CopyButton';
import { Mark } from '../controls/Icon';
import { TextSetting } from '../controls/TextSetting';
import styles from './Controls.module.css';
import { PALETTES, type PaletteId } from './palettes';
import { CHOICES, isAllowed, type Settings } from './settings';

const THEMES = (Object.keys(PALETTES) as PaletteId[]).map(
  (id) => [id, PALETTES[id].label] as const,
);
const EXTENSION = [
  ['on', 'Injected'],
  ['off', 'Absent'],
] as const;

type Props = {
  settings: Settings;
  onChange(change: Partial<Settings>): void;
  onReload(): void;
};

/** All that can be chosen, in one bar. */
export function Controls({ settings, onChange, onReload }: Props) {
  const list = <Key extends keyof typeof CHOICES>(key: Key, label: string) => (
    <Choice<string>
      label={label}
      value={settings[key]}
      choices={CHOICES[key]}
      onChoose={(value) => onChange({ [key]: value })}
    />
  );
  return (
    <div role="toolbar" aria-label="Stand" className={styles.bar}>
      <p className={styles.brand}>
        <Mark size={26} />
        <span>Prichal stand</span>
      </p>
      <div className={styles.fields}>
        {list('client', 'Client')}
        {list('platform', 'Platform')}
        {list('version', 'Version')}
        <Choice
          label="Theme"
          value={settings.theme}
          choices={THEMES}
          onChoose={(theme) => onChange({ theme })}
        />
        {list('lang', 'Language')}
        <TextSetting
          label="Start param"
          value={settings.start}
          placeholder="none"
          rule="Letters, digits, _ and -, 512 at most"
          allows={(text) => isAllowed('start', text)}
          onChange={(start) => onChange({ start })}
        />
        <TextSetting
          label="Launch edits"
          value={settings.launch}
          placeholder="none"
          rule="name=value, +name=value or -name of tgWebApp… parameters, joined by &"
          allows={(text) => isAllowed('launch', text)}
          onChange={(launch) => onChange({ launch })}
        />
        <TextSetting
          label="Path"
          value={settings.path}
          placeholder="/"
          rule="A path of the app: it starts with one /"
          allows={(text) => isAllowed('path', text)}
          onChange={(path) => onChange({ path })}
        />
        {list('size', 'Size')}
        {list('net', 'Replies')}
        <TextSetting
          label="Seed"
          value={settings.seed}
          placeholder="1"
          rule="A number"
          allows={(text) => isAllowed('seed', text)}
          onChange={(seed) => onChange({ seed })}
        />
        {list('site', 'Site')}
        <Choice
          label="Extension"
          value={settings.ext}
          choices={EXTENSION}
          onChoose={(ext) => onChange({ ext })}
        />
      </div>
      <div className={styles.actions}>
        <Button small onClick={onReload}>
          Reload
        </Button>
        <CopyButton label="Copy address" text={() => location.href} />
      </div>
    </div>
  );
}
