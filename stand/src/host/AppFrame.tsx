import { createInjectedBridge, type Wallet } from '@prichal/dev-wallet/core';
import { useLayoutEffect, useRef } from 'react';
import styles from './AppFrame.module.css';
import { keepInjected } from './inject';
import type { Phone } from './phone';

/** Sandbox permissions that Telegram Web A gives its mini apps. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-popups allow-forms allow-modals allow-storage-access-by-user-activation';
const ALLOW = 'camera; microphone; geolocation';

type Props = { url: string; phone: Phone; wallet: Wallet; extension: boolean };

/**
 * The frame of the mini app. The wallet is injected if the settings ask for it and the frame allows
 * it.
 */
export function AppFrame({ url, phone, wallet, extension }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);

  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    const { origin } = new URL(url);
    const detach = phone.attach(current, origin);
    const eject =
      extension && origin === location.origin
        ? keepInjected(current, () => createInjectedBridge(wallet, origin))
        : null;
    return () => {
      eject?.();
      detach();
    };
  }, [url, phone, wallet, extension]);

  return (
    <iframe
      ref={frame}
      className={styles.frame}
      title="Mini app"
      src={url}
      sandbox={SANDBOX}
      allow={ALLOW}
    />
  );
}
