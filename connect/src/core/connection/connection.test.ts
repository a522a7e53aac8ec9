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

describe('a connector of the caller’s own', () => {
  it('has its address shown as people know it', () => {
    expect(shownAddress(sdk)).toBe(ADDRESS);
  });

  it('is adopted where the SDK could not be loaded, and its address shown as it says it', () => {
    expect(shownAddress(undefined)).toBe(RAW_ADDRESS);
  });
});
