import type { WalletInfo } from '@tonconnect/sdk';
import { type ReactNode, useState } from 'react';
import type { Core } from '../../controller/core.js';
import { type DesktopMode, desktopModes } from '../../wallets/reach.js';
import { Button } from '../controls/Button.js';
import { SheetHeader } from '../sheet/SheetHeader.js';
import sheet from '../sheet/sheet.module.css';
import { useWords } from '../words.js';
import { DesktopAppMode } from './DesktopAppMode.js';
import { ExtensionMode } from './ExtensionMode.js';
import { QrMode } from './QrMode.js';
import styles from './wallets-modal.module.css';

type Props = { core: Core; wallet: WalletInfo; back: ReactNode };

const MODES = { qr: QrMode, extension: ExtensionMode, desktop: DesktopAppMode };

/** One wallet on a desktop: by its phone, its extension or its program. Only a press changes that. */
export function WalletDesktop({ core, wallet, back }: Props) {
  const words = useWords();
  const modes = desktopModes(wallet);
  const [mode, setMode] = useState<DesktopMode>(modes[0] ?? 'qr');
  const Mode = MODES[mode];
  const labels: Record<DesktopMode, string> = {
    qr: words.wallet.mobile,
    extension: words.wallet.extension,
    desktop: words.wallet.desktop,
  };
  return (
    <>
      <SheetHeader title={wallet.name} start={back} />
      <div className={sheet.body}>
        <Mode core={core} wallet={wallet} />
        {modes.length > 1 && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form.
          <div className={styles.modes} role="group" aria-label={words.wallet.modes}>
            {modes.map((one) => (
              <Button key={one} pressed={one === mode} onClick={() => setMode(one)}>
                {labels[one]}
              </Button>
            ))}
          </div>
        )}
      </div>
    </>
  );
}
