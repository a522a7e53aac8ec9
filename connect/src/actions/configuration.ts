import { defined } from '../types/objects.js';
import type { ActionConfiguration } from '../types/options.js';

export type ActionStage = 'before' | 'success' | 'error';

export type ResolvedConfiguration = {
  modals: readonly ActionStage[];
  notifications: readonly ActionStage[];
  returnStrategy: NonNullable<ActionConfiguration['returnStrategy']>;
  twaReturnUrl: ActionConfiguration['twaReturnUrl'] | undefined;
  skipRedirectToWallet: 'ios' | 'always' | 'never';
};

const ALL: readonly ActionStage[] = ['before', 'success', 'error'];

const stages = (value: readonly ActionStage[] | 'all') => (value === 'all' ? ALL : value);

const DEFAULTS = {
  modals: ['before'],
  notifications: ALL,
  returnStrategy: 'back',
  twaReturnUrl: undefined,
  skipRedirectToWallet: 'ios',
} as const;

/** The options of the call come first, then those of the widget, then the defaults. */
export function resolveConfiguration(
  call: ActionConfiguration | undefined,
  widget: ActionConfiguration,
  inTelegram: boolean,
): ResolvedConfiguration {
  const wish = { ...DEFAULTS, ...defined(widget), ...defined(call ?? {}) };
  return {
    ...wish,
    modals: stages(wish.modals),
    notifications: stages(wish.notifications),
    skipRedirectToWallet: inTelegram ? 'never' : wish.skipRedirectToWallet,
  };
}
