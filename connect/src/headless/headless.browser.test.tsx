import { TonConnectUI, TonConnectUIProvider } from '@prichal/connect';
import { QrCode, useConnectRequest, useWallets } from '@prichal/connect/headless';
import jsQR from 'jsqr';
import { StrictMode, useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { UserRejectsError } from '../core/errors/wallet-errors.js';
import { remoteWallet, scriptedConnector, walletOf } from '../testing/scripted-connector.js';

beforeEach(() => page.viewport(1280, 800));
afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

/** A custom dialog without the widget's appearance. */
function OwnModal() {
  const { status, wallets, retry } = useWallets();
  const request = useConnectRequest();
  return (
    <section aria-label="Wallets">
      <p role="status">{request.status}</p>
      <p data-testid="list">{status}</p>
      {status === 'failed' && (
        <button type="button" onClick={retry}>
          Load again
        </button>
      )}
      <ul>
        {wallets.map(({ wallet, label, support, lacks, ways }) => (
          <li key={wallet.appName}>
            <button
              type="button"
              disabled={support === 'lacks-required'}
              title={lacks.join()}
              onClick={() => request.start(wallet)}
            >
              {wallet.name}
            </button>
            {label} {ways.join()}
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => request.start()}>
        Any
      </button>
      <p data-testid="names">{request.names.join(', ')}</p>
      <p data-testid="failure">{request.failure?.kind}</p>
      <QrCode value={request.link} label="Code" width={320} />
      <button
        type="button"
        onClick={({ currentTarget }) => {
          currentTarget.dataset.opened = String(request.open());
        }}
      >
        Open
      </button>
      <button type="button" onClick={request.retry}>
        Once more
      </button>
      <button type="button" onClick={request.cancel}>
        Cancel
      </button>
    </section>
  );
}

async function show(connector = scriptedConnector(), options = {}) {
  const tree = (modal: boolean) => (
    <StrictMode>
      <TonConnectUIProvider connector={connector} {...options}>
        {modal && <OwnModal />}
      </TonConnectUIProvider>
    </StrictMode>
  );
  const screen = await render(tree(true));
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click();
  const status = (text: string) =>
    expect.element(screen.getByRole('status')).toHaveTextContent(text);
  return { screen, connector, press, status, hide: () => screen.rerender(tree(false)) };
}

/** Returns the text that a camera reads from the code. */
async function scanned(): Promise<string | undefined> {
  const svg = document.querySelector('svg[aria-label="Code"]');
  if (!svg) throw new Error('there is no code');
  const copy = svg.cloneNode(true) as SVGElement;
  copy.setAttribute('width', '480');
  copy.setAttribute('height', '480');
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(copy.outerHTML)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: 480, height: 480 });
  const context = canvas.getContext('2d');
  context?.drawImage(image, 0, 0);
  const { data = new Uint8ClampedArray() } = context?.getImageData(0, 0, 480, 480) ?? {};
  return jsQR(data, 480, 480)?.data;
}

describe('a custom modal', () => {
  it('has the list of the sheet', async () => {
    const { screen } = await show(
      scriptedConnector([
        remoteWallet('Alpha', { features: [] }),
        remoteWallet('Tonkeeper'),
        remoteWallet('Wallet', { appName: 'telegram-wallet' }),
      ]),
      { walletsRequiredFeatures: { sendTransaction: { minMessages: 2 } } },
    );
    await expect.element(screen.getByTestId('list')).toHaveTextContent('ready');
    const items = screen.getByRole('listitem').elements();
    expect(items.map((item) => item.textContent)).toEqual([
      'Wallet qr,desktop',
      'Alpha qr,desktop',
      'Tonkeeperpopular qr,desktop',
    ]);
    const alpha = screen.getByRole('button', { name: 'Alpha' });
    await expect.element(alpha).toBeDisabled();
    await expect.element(alpha).toHaveAttribute('title', 'sendTransaction');
  });

  it('connects by the code of one wallet', async () => {
    const { connector, press, status, screen } = await show();
    await status('idle');
    await press('Beta');
    await status('waiting');
    expect(connector.connects.map(({ source }) => source)).toEqual([
      [{ bridgeUrl: 'https://bridge.beta.example' }],
    ]);
    await expect.poll(scanned).toMatch(/^https:\/\/beta\.example\/connect\?v=2&id=0+1&/);
    await expect.element(screen.getByTestId('names')).toHaveTextContent('Beta');
    connector.answer(walletOf('beta'));
    await status('connected');
  });

  it('connects by a code for any wallet', async () => {
    const { connector, press, status, screen } = await show();
    await press('Any');
    await status('waiting');
    expect(connector.connects[0]?.source).toHaveLength(2);
    await expect.poll(scanned).toMatch(/^tc:\/\/\?v=2&id=/);
    await expect.element(screen.getByTestId('names')).toHaveTextContent('Alpha, Beta');
    connector.answer(walletOf('alpha'));
    await status('connected');
  });

  it('reports a rejection, and retries', async () => {
    const { connector, press, status, screen } = await show();
    await press('Alpha');
    await status('waiting');
    connector.refuse(new UserRejectsError('User rejects the action in the wallet.'));
    await status('failed');
    await expect.element(screen.getByTestId('failure')).toHaveTextContent('declined');
    await press('Once more');
    await status('waiting');
    expect(connector.connects).toHaveLength(2);
    expect(connector.connects[0]?.signal.aborted).toBe(true);
    connector.answer(walletOf('alpha'));
    await status('connected');
  });

  it('throws for a value that is not a wallet, and keeps its state', async () => {
    let request: ReturnType<typeof useConnectRequest> | undefined;
    const Probe = (): null => {
      const now = useConnectRequest();
      useEffect(() => {
        request = now;
      });
      return null;
    };
    const connector = scriptedConnector();
    await render(
      <TonConnectUIProvider connector={connector}>
        <Probe />
      </TonConnectUIProvider>,
    );
    const start = request?.start as (...odd: unknown[]) => void;
    const open = request?.open as (...odd: unknown[]) => boolean;
    expect(() => start({ type: 'click' })).toThrow(
      'start(wallet): [object Object] is not a wallet. Pass a wallet of useWallets or getWallets',
    );
    expect(() => start('Alpha')).toThrow('"Alpha" is not a wallet');
    expect(() => open({ type: 'click' })).toThrow('onClick={() => open()}');
    expect(() => start(remoteWallet('Alpha'), 'pigeon')).toThrow(
      '"pigeon" is not a way to a wallet',
    );
    expect(request?.status).toBe('idle');
    expect(connector.connects).toEqual([]);
  });

  it('cancels on request, and when it unmounts', async () => {
    const { connector, press, status, hide } = await show();
    await press('Alpha');
    await status('waiting');
    await press('Cancel');
    await status('idle');
    expect(connector.connects[0]?.signal.aborted).toBe(true);
    await press('Alpha');
    await status('waiting');
    await hide();
    expect(connector.connects).toHaveLength(2);
    expect(connector.connects[1]?.signal.aborted).toBe(true);
  });

  it('keeps a connection when it unmounts', async () => {
    const { connector, press, status, hide } = await show();
    await press('Alpha');
    await status('waiting');
    connector.answer(walletOf('alpha'));
    await status('connected');
    await hide();
    expect(connector.connects[0]?.signal.aborted).toBe(false);
    expect(connector.connected).toBe(true);
  });

  it('opens the wallet inside the press', async () => {
    const opened = vi.fn(() => ({ opener: null, closed: false, close: () => undefined }));
    vi.spyOn(window, 'open').mockImplementation(opened as never);
    const { press, status, screen } = await show();
    await press('Alpha');
    await status('waiting');
    await press('Open');
    await expect
      .element(screen.getByRole('button', { name: 'Open' }))
      .toHaveAttribute('data-opened', 'true');
    expect(opened).toHaveBeenCalledTimes(1);
    expect(String(opened.mock.calls[0])).toMatch(/^https:\/\/alpha\.example\/connect\?v=2/);
  });

  it('waits for the proof, and sends it', async () => {
    const connector = scriptedConnector();
    const ui = new TonConnectUI({ connector });
    ui.setConnectRequestParameters({ state: 'loading' });
    const screen = await render(
      <TonConnectUIProvider instance={ui}>
        <OwnModal />
      </TonConnectUIProvider>,
    );
    await screen.getByRole('button', { name: 'Alpha' }).click();
    await expect.element(screen.getByRole('status')).toHaveTextContent('preparing');
    expect(connector.connects).toEqual([]);
    ui.setConnectRequestParameters({ state: 'ready', value: { tonProof: 'payload' } });
    await expect.element(screen.getByRole('status')).toHaveTextContent('waiting');
    expect(connector.connects.map(({ tonProof }) => tonProof)).toEqual(['payload']);
    await screen.unmount();
    ui.destroy();
  });

  it('reports a missing list, and loads it later', async () => {
    const connector = scriptedConnector();
    const { getWallets } = connector;
    let broken = true;
    connector.getWallets = async () => {
      if (broken) throw new Error('no list');
      return getWallets();
    };
    const { screen, press, status } = await show(connector);
    await expect.element(screen.getByTestId('list')).toHaveTextContent('failed');
    await press('Any');
    await status('failed');
    await expect.element(screen.getByTestId('failure')).toHaveTextContent('other');
    broken = false;
    await press('Once more');
    await status('waiting');
    await expect.element(screen.getByTestId('list')).toHaveTextContent('ready');
  });
});
