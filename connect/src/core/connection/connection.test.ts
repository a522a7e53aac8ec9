import * as sdk from '@prichal/sdk';
import { describe, expect, it } from 'vitest';
import { lazyChunk } from '../../react/load-lazy-chunk.js';
import {
  ADDRESS,
  RAW_ADDRESS,
  scriptedConnector,
  walletOf,
} from '../../testing/scripted-connector.js';
import { createInternals } from '../create-internals.js';
import { openConnection } from './open-connection.js';

/** Returns what the widget shows of a wallet that a custom connector is connected to. */
function shownAddress(withSdk: typeof sdk | undefined): string | null {
  const internals = createInternals(
    { connector: scriptedConnector([], walletOf('alpha')) },
    lazyChunk,
  );
  const { dispose } = openConnection(internals, withSdk);
  const { address } = internals.store.get();
  dispose();
  return address;
}

describe('a custom connector', () => {
  it('shows the user-friendly address', () => {
    expect(shownAddress(sdk)).toBe(ADDRESS);
  });

  it('works without the SDK, and shows the address unchanged', () => {
    expect(shownAddress(undefined)).toBe(RAW_ADDRESS);
  });
});
