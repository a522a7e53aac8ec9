import type { Stage } from '../scene';
import { until } from '../stage/environment';
import { control, press } from '../stage/hand';
import { connectedAs } from '../stage/wallets';

/** Returns the button with the address. */
export const accountButton = (): Promise<HTMLElement> =>
  until(
    () => document.querySelector<HTMLElement>('header button[data-state="connected"]'),
    'a connected button',
  );

export async function openSheet({ names }: Stage): Promise<void> {
  await press(names.connectWallet);
  await until(() => document.querySelector('dialog:modal'), 'a sheet');
}

/** Opens the first screen, with its wallets. */
export async function universal(stage: Stage): Promise<void> {
  await openSheet(stage);
  await control(stage.names.viewAll);
  if (!stage.phone) await code(stage);
}

/** Waits for the code: its link can be copied. */
export const code = ({ names }: Stage): Promise<HTMLElement> => control(names.copyLink);

export async function allWallets(stage: Stage): Promise<void> {
  await openSheet(stage);
  await press(stage.names.viewAll);
  await control('Harbour');
}

/** Sets WalletConnect up as the app would, without a wallet behind it. */
export async function setUpWalletConnect(): Promise<void> {
  const { initializeWalletConnect } = await import('@prichal/connect/sdk');
  const connector = Object.assign(() => undefined, { init: () => new Promise(() => undefined) });
  initializeWalletConnect(connector, {
    projectId: '',
    metadata: { name: 'Gallery', description: '', url: location.origin, icons: [] },
  });
}

/** Opens the screen of a wallet from its tile in the list. */
export async function walletScreen(stage: Stage, name: string): Promise<void> {
  await allWallets(stage);
  await press(name);
  await until(
    () => document.querySelector('dialog h2')?.textContent === name,
    `the screen of ${name}`,
  );
}

/** Picks a wallet that then refuses to connect, or cannot. */
export async function refused(stage: Stage, name: string, error: Error): Promise<void> {
  await walletScreen(stage, name);
  await until(stage.wallet.connecting, 'a request');
  stage.wallet.refuse(error);
  await until(() => document.querySelector('dialog [role="alert"]'), 'words about it');
}

/** Picks WalletConnect, then rejects the connection. */
export async function refusedThrough(stage: Stage, error: Error): Promise<void> {
  await setUpWalletConnect();
  await allWallets(stage);
  await press('WalletConnect');
  await until(stage.wallet.connecting, 'a request');
  await until(() => !document.querySelector('dialog:modal'), 'the sheet to be gone');
  stage.wallet.refuse(error);
  await until(() => document.querySelector('dialog [role="alert"]'), 'words about it');
}

/** Connects a wallet from its screen. */
export async function connected(stage: Stage, name = 'Harbour'): Promise<void> {
  await walletScreen(stage, name);
  await until(stage.wallet.connecting, 'a request');
  stage.wallet.answer(connectedAs(name));
  await accountButton();
  await until(() => !document.querySelector('dialog'), 'the sheet to be gone');
}
