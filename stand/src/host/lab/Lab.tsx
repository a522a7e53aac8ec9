import type { WalletView } from '@prichal/dev-wallet/core';
import type { ComponentProps } from 'react';
import { Tabs } from '../../controls/Tabs';
import type { Phone } from '../phone';
import { CHOICES, type Settings } from '../settings';
import { Timeline } from '../timeline/Timeline';
import type { Moment } from '../timeline/timeline';
import { ClientPanel } from './ClientPanel';
import { DevicePanel } from './DevicePanel';
import { EventsPanel } from './EventsPanel';
import { FaultsPanel } from './FaultsPanel';
import styles from './Lab.module.css';
import { LaunchPanel } from './LaunchPanel';
import { SessionPanel } from './SessionPanel';
import { TryPanel, useFinished } from './TryPanel';

type Props = {
  settings: Settings;
  onChange(change: Partial<Settings>): void;
  phone: Phone;
  /** Address that the client has opened. Null while it is being signed. */
  launchUrl: string | null;
  /** Public origin of the site. */
  origin: string;
  moments: readonly Moment[];
  wallet: WalletView;
  onClear(): void;
};

/** Settings and trials, above the log of what happens. */
export function Lab(props: Props) {
  const { settings, onChange, moments, wallet, onClear } = props;
  // Kept here, because the panel is removed when another tab is chosen.
  const finished = useFinished(settings, wallet);
  return (
    <section className={styles.lab} aria-label="Lab">
      <Tabs
        label="What to change"
        tabs={CHOICES.panel}
        chosen={settings.panel}
        onChoose={(panel) => onChange({ panel })}
      >
        <Panel {...props} finished={finished} />
      </Tabs>
      <Timeline
        moments={moments}
        sources={settings.log}
        onSources={(log) => onChange({ log })}
        onClear={onClear}
      />
    </section>
  );
}

type PanelProps = Props & Pick<ComponentProps<typeof TryPanel>, 'finished'>;

function Panel({ settings, onChange, phone, launchUrl, origin, finished }: PanelProps) {
  switch (settings.panel) {
    case 'try':
      return <TryPanel finished={finished} onChange={onChange} />;
    case 'client':
      return <ClientPanel settings={settings} onChange={onChange} />;
    case 'faults':
      return <FaultsPanel settings={settings} onChange={onChange} />;
    case 'events':
      return <EventsPanel phone={phone} />;
    case 'session':
      return <SessionPanel url={launchUrl} origin={origin} />;
    case 'launch':
      return <LaunchPanel url={launchUrl} />;
    case 'device':
      return <DevicePanel origin={origin} />;
  }
}
