import { TonConnectButton } from '@prichal/connect';
import { Transfer } from './transfer';

/** A server component, too; the button is in its HTML at its final size. */
export default function Page() {
  return (
    <>
      <h1>App Router</h1>
      <TonConnectButton />
      <Transfer />
    </>
  );
}
