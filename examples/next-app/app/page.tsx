import { TonConnectButton } from '@prichal/connect';
import { Transfer } from './transfer';

// A server component. Its HTML has the button at its final size.
export default function Page() {
  return (
    <>
      <h1>App Router</h1>
      <TonConnectButton />
      <Transfer />
    </>
  );
}
