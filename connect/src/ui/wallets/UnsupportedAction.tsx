import type { WalletInfo } from '@prichal/sdk';
import { useEffect } from 'react';
import { reportError } from '../../core/device/report-error.js';
import type { RequestContext } from '../../core/internals.js';
import { chooseAnotherWallet } from '../../core/requests/requests.js';
import type { CurrentWallet } from '../../core/wallets/wallet-info.js';
import { Button } from '../controls/Button.js';
import { Screen } from '../sheet/Screen.js';
import { useSheet } from '../sheet/sheet-context.js';
import { useWords, walletName } from '../words.js';
import { Problem } from './Problem.js';

/**
 * The screen for a request that the connected wallet does not support. If the user chooses another wallet, it
 * disconnects this one and the sheet shows the wallets that support the request.
 */
export function UnsupportedAction({
  internals,
  wallet,
}: {
  internals: RequestContext;
  wallet: CurrentWallet;
}) {
  const words = useWords();
  const { titleId, dismiss } = useSheet();
  const info = 'name' in wallet ? (wallet as unknown as WalletInfo) : undefined;

  useEffect(() => {
    const title = (): HTMLElement | null => document.getElementById(titleId);
    // The pressed button is removed with this screen, so the title of the next one gets the focus.
    return () => queueMicrotask(() => title()?.focus({ preventScroll: true }));
  }, [titleId]);

  const chooseAnother = (): void => {
    chooseAnotherWallet(internals).catch(reportError);
  };
  const name = walletName(wallet, words);
  return (
    <Screen title={name}>
      <Problem wallet={info} text={words.wallet.problem['not-supported'](name)}>
        <Button kind="primary" onClick={chooseAnother}>
          {words.wallet.chooseAnother}
        </Button>
        <Button onClick={dismiss}>{words.cancel}</Button>
      </Problem>
    </Screen>
  );
}
