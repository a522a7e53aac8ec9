import type { UiState } from '../types/ui-state.js';

const CLOSED = { status: 'closed', closeReason: null } as const;

export const INITIAL_STATE: UiState = {
  language: 'en',
  languages: {},
  strings: {},
  theme: 'SYSTEM',
  borderRadius: 'm',
  colorsSet: {},
  includeWallets: [],
  requiredFeatures: undefined,
  preferredFeatures: undefined,
  actionsConfiguration: {},
  androidBack: true,
  telegram: {},
  buttonRootId: null,
  analytics: { mode: 'off' },
  network: undefined,
  stopped: false,
  loadStatus: 'idle',
  restoring: false,
  wallet: null,
  address: null,
  modal: CLOSED,
  singleWalletModal: CLOSED,
  connectRequest: { state: 'ready', value: {} },
  listed: null,
  listFault: false,
  preferredWallet: null,
  attempt: null,
  action: null,
};
