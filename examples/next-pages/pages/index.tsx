import { TonConnectButton } from '@prichal/connect';
import Head from 'next/head';
import { Transfer } from '../transfer';

export default function Page() {
  return (
    <>
      <Head>
        <title>Prichal with Next.js</title>
      </Head>
      <h1>Pages Router</h1>
      <TonConnectButton />
      <Transfer />
    </>
  );
}
