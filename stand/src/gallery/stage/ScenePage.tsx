import '@fontsource-variable/inter/wght.css';
import './scene-page.css';
import {
  type ITonConnect,
  THEME,
  TonConnectButton,
  type TonConnectUI,
  TonConnectUIProvider,
  useTonConnectUI,
} from '@prichal/connect';
import { useEffect, useRef } from 'react';
import type { Scene } from '../scene';
import type { Settings } from '../settings';
import { languagesOf, PAGE_TITLES } from './languages';
import { OWN_WALLET } from './wallets';

type Props = {
  scene: Scene;
  settings: Settings;
  connector: ITonConnect;
  /** Called once, when the widget is ready. */
  onReady(ui: TonConnectUI): void;
};

const THEMES = { light: THEME.LIGHT, dark: THEME.DARK, SYSTEM: 'SYSTEM' } as const;

/** A page with the widget, like that of any app. */
export function ScenePage({ scene, settings, connector, onReady }: Props) {
  const { uiPreferences, ...options } = scene.options ?? {};
  return (
    <TonConnectUIProvider
      connector={connector}
      language={settings.lang}
      languages={languagesOf(settings)}
      walletsListConfiguration={{ includeWallets: [OWN_WALLET] }}
      uiPreferences={{
        theme: THEMES[settings.theme],
        borderRadius: settings.radius,
        ...uiPreferences,
      }}
      {...options}
    >
      <header className="scene-header">
        <span className="scene-mark" aria-hidden="true" />
        <TonConnectButton />
      </header>
      <main className="scene-main">
        <h1 className="scene-title">{PAGE_TITLES[settings.lang]}</h1>
        <div className="scene-lines" aria-hidden="true" />
      </main>
      <Ready onReady={onReady} />
    </TonConnectUIProvider>
  );
}

function Ready({ onReady }: Pick<Props, 'onReady'>) {
  const [ui] = useTonConnectUI();
  const isReported = useRef(false);
  useEffect(() => {
    if (isReported.current) return;
    isReported.current = true;
    onReady(ui);
  }, [ui, onReady]);
  return null;
}
