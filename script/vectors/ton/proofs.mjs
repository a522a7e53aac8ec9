// Proofs for other networks, and proofs that each break one rule of verification.
import { Address, beginCell } from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import { proof } from './proof.mjs';
import { DOMAIN, L2, MAINNET, NOW, PAYLOAD, seedOf, TESTNET } from './signing.mjs';
import { dataOf, firstIdOfV5 } from './wallets.mjs';

const urlSafe = (text) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const otherCode = beginCell()
  .storeUint(0xff00, 16)
  .storeBuffer(seedOf('another contract'))
  .endCell();
const dictionary = beginCell().storeUint(0, 8).endCell();

export function proofs() {
  return [
    proof('l2-v4r2', 'wallet v4r2 on an L2 network', 'ok', { network: L2 }),
    proof('l2-v5r1', 'wallet v5r1 on an L2 network, with an id of that network', 'ok', {
      network: L2,
      version: 'v5r1',
    }),
    proof(
      'l2-v5r1-mainnet-id',
      'wallet v5r1 with the id of the main network, signed for an L2 network: the signature says which',
      'ok',
      {
        network: L2,
        version: 'v5r1',
        walletId: firstIdOfV5(MAINNET),
      },
    ),
    proof(
      'l2-without-prefix',
      'network of an L2, signed as on the main network',
      'signature_mismatch',
      {
        network: L2,
        signedFor: MAINNET,
      },
    ),
    proof('l2-other-network', 'network of an L2, signed for another', 'signature_mismatch', {
      network: L2,
      signedFor: L2 + 1,
    }),
    proof(
      'mainnet-with-l2-prefix',
      'signed for an L2 network, sent as of the main network',
      'signature_mismatch',
      {
        signedFor: L2,
      },
    ),
    proof(
      'l2-not-allowed',
      'an L2 network that the verifier does not take',
      'network_not_allowed',
      {
        network: L2,
        allowedNetworks: [MAINNET],
      },
    ),
    proof('masterchain', 'wallet in the masterchain', 'ok', { workchain: -1, version: 'v3r2' }),
    proof('workchain-1', 'an address in a workchain that has no wallets', 'address_malformed', {
      workchain: 1,
    }),
    proof('v5r1-testnet', 'wallet v5r1 of the test network', 'ok', {
      version: 'v5r1',
      network: TESTNET,
    }),
    proof('v5r1-subwallet', 'wallet v5r1 with a second wallet’s id', 'ok', {
      version: 'v5r1',
      walletId: ((0x80000000 | 1) ^ MAINNET) >>> 0,
    }),
    proof(
      'v5r1-testnet-as-mainnet',
      'wallet v5r1 of the test network, sent as of the main network',
      'network_mismatch',
      {
        version: 'v5r1',
        walletNetwork: TESTNET,
      },
    ),
    proof('v5r1-mainnet-as-testnet', 'the other way round', 'network_mismatch', {
      version: 'v5r1',
      network: TESTNET,
      walletNetwork: MAINNET,
    }),
    proof(
      'v5beta-testnet-as-mainnet',
      'wallet v5 beta of the test network, sent as of the main network',
      'network_mismatch',
      {
        version: 'v5beta',
        walletNetwork: TESTNET,
      },
    ),
    proof('domain-foreign', 'made for another site', 'domain_not_allowed', {
      domain: 'evil.example.org',
    }),
    proof('domain-longer', 'made for a site whose name begins as ours', 'domain_not_allowed', {
      domain: `${DOMAIN}.evil.example`,
    }),
    proof('domain-empty', 'made for no site', 'domain_not_allowed', { domain: '' }),
    proof('payload-other', 'a payload that was given to somebody else', 'payload_mismatch', {
      payload: PAYLOAD.replace('b', 'c'),
    }),
    proof('payload-longer', 'ours and more', 'payload_mismatch', { payload: `${PAYLOAD}0` }),
    proof('payload-empty', 'no payload', 'payload_mismatch', { payload: '' }),
    proof('age-limit', 'as old as it may be', 'ok', { timestamp: NOW - 900 }),
    proof('ahead-limit', 'as far ahead as it may be', 'ok', { timestamp: NOW + 60 }),
    proof('timestamp-0', 'from the beginning of time', 'expired', { timestamp: 0 }),
    proof('timestamp-last', 'from the end of time', 'timestamp_in_future', {
      timestamp: Number.MAX_SAFE_INTEGER,
    }),
    proof(
      'public-key-taken-from-request',
      'somebody else’s state init and address, own key beside it, own signature',
      'public_key_mismatch',
      {
        signer: 'thief',
      },
    ),
    proof('signed-by-another-key', 'the same without the key beside it', 'signature_mismatch', {
      signer: 'thief',
      field: () => undefined,
    }),
    proof('public-key-absent', 'no key beside the proof', 'ok', { field: () => undefined }),
    proof('public-key-upper-case', 'the key in upper case', 'ok', {
      field: (hex) => hex.toUpperCase(),
    }),
    proof('public-key-no-hex', 'no hex', 'public_key_mismatch', { field: () => 'key' }),
    proof('state-init-absent', 'no state init: the key is known to nobody', 'state_init_invalid', {
      base64: () => undefined,
    }),
    proof('state-init-url-safe', 'state init in the other alphabet of base64', 'boc_invalid', {
      base64: urlSafe,
    }),
    proof('state-init-empty', 'an empty state init', 'boc_invalid', { base64: () => '' }),
    proof('state-init-split-depth', 'StateInit with split_depth', 'ok', {
      parts: { splitDepth: 5 },
    }),
    proof('state-init-library', 'StateInit with a library', 'ok', {
      parts: { library: dictionary },
    }),
    proof('state-init-leftover-bit', 'a bit more than a StateInit has', 'state_init_invalid', {
      parts: { leftover: true },
    }),
    proof('data-too-short', 'the data of a v3r2 under the code of a v4r2', 'state_init_invalid', {
      parts: {
        data: dataOf.v3r2({ key: keyPairFromSeed(seedOf('data-too-short')).publicKey }).endCell(),
      },
    }),
    proof('data-with-dictionary', 'a wallet with a plugin', 'ok', {
      parts: {
        data: dataOf
          .v3r2({ key: keyPairFromSeed(seedOf('data-with-dictionary')).publicKey })
          .storeBit(1)
          .storeRef(dictionary)
          .endCell(),
      },
    }),
    proof('unknown-code', 'a contract that is no wallet we know', 'unknown_wallet_code', {
      code: otherCode,
    }),
    proof(
      'telegram-wallet',
      'Telegram’s wallet, whose key can have changed since its state init',
      'key_not_provable',
      { version: 'telegram' },
    ),
    proof('telegram-wallet-first-key', 'the same where the first key is taken', 'ok', {
      version: 'telegram',
      firstKeys: true,
    }),
    proof('telegram-wallet-testnet', 'Telegram’s wallet of the test network', 'ok', {
      version: 'telegram',
      network: TESTNET,
      firstKeys: true,
    }),
    proof(
      'telegram-wallet-of-testnet-as-mainnet',
      'Telegram’s wallet of the test network, sent as of the main network',
      'network_mismatch',
      { version: 'telegram', walletNetwork: TESTNET, firstKeys: true },
    ),
    proof(
      'telegram-wallet-other-revision',
      'data of a revision that nobody knows',
      'state_init_invalid',
      {
        version: 'telegram',
        firstKeys: true,
        parts: {
          data: dataOf
            .telegram({
              key: keyPairFromSeed(seedOf('telegram-wallet-other-revision')).publicKey,
              network: MAINNET,
              revision: 1,
            })
            .endCell(),
        },
      },
    ),
    proof(
      'signature-url-safe',
      'signature in the other alphabet of base64',
      'signature_malformed',
      {
        signature: urlSafe,
      },
    ),
    proof('signature-63-bytes', 'a byte of the signature is missing', 'signature_malformed', {
      signature: (text) => Buffer.from(text, 'base64').subarray(0, 63).toString('base64'),
    }),
    proof(
      'address-test-only',
      'a friendly address for test networks, sent as of the main network',
      'network_mismatch',
      {
        address: (raw) => Address.parse(raw).toString({ testOnly: true }),
      },
    ),
  ];
}
