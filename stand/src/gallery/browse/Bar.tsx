import { Choice } from '../../controls/Choice';
import { CopyButton } from '../../controls/CopyButton';
import { Icon } from '../../controls/Icon';
import type { Scene } from '../scene';
import { CHOICES, type Settings, settingsQuery } from '../settings';
import styles from './Bar.module.css';

const LABELS = {
  theme: 'Theme',
  lang: 'Language',
  dir: 'Direction',
  width: 'Width',
  radius: 'Corners',
  motion: 'Motion',
} as const;

const KEYS = Object.keys(LABELS) as (keyof typeof LABELS)[];

type Props = { scene: Scene; settings: Settings; onShow(settings: Settings): void };

/** Controls for the settings of the shown scene. */
export function Bar({ scene, settings, onShow }: Props) {
  const choicesOf = (key: keyof typeof LABELS): readonly (readonly [string, string])[] =>
    key === 'width'
      ? CHOICES.width.filter(([width]) => scene.widths.includes(width))
      : CHOICES[key];
  return (
    <div role="toolbar" aria-label="View" className={styles.bar}>
      <div className={styles.fields}>
        {KEYS.map((key) => (
          <Choice<string>
            key={key}
            label={LABELS[key]}
            value={settings[key]}
            choices={choicesOf(key)}
            onChoose={(value) => onShow({ ...settings, [key]: value })}
          />
        ))}
      </div>
      <div className={styles.actions}>
        <CopyButton label="Copy link" text={() => location.href} />
        <a
          className={styles.alone}
          href={settingsQuery({ ...settings, bare: true })}
          target="_blank"
          rel="noreferrer"
        >
          Open without the gallery
          <Icon name="arrow" size={16} />
        </a>
      </div>
    </div>
  );
}
