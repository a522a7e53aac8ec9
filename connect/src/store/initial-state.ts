import type { UiState } from '../types/ui-state.js';

const CLOSED = { status: 'closed', closeReason: null } as const;

/** What options set, by the names of the options, with their defaults. */
export const DEFAULT_OPTIONS = {
  language: 'en',
  languages: {},
  strings: {},
  theme: 'SYSTEM',
  borderRadius: 'm',
  colorsSet: {},
  includeWallets: [],
  walletsRequiredFeatures: undefined,
  walletsPreferredFeatures: undefined,
  actionsConfiguration: {},
  enableAndroidBackHandler: true,
  telegram: {},
  buttonRootId: null,
  analytics: { mode: 'off' },
} satisfies Partial<UiState>;

export const INITIAL_STATE: UiState = {
  ...DEFAULT_OPTIONS,
  network: undefined,
  stopped: false,
  loadStatus: 'idle',
  restoring: false,
  restored: false,
  wallet: null,
  address: null,
  modal: CLOSED,
  singleWalletModal: CLOSED,
  connectRequest: { state: 'ready', value: {} },
  listed: null,
  listFault: false,
  preferredWallet: null,
  attempt: null,
  requests: [],
};
