import type { ActionConfiguration } from '../controller/public-types.js';

export type ActionStage = 'before' | 'success' | 'error';

export type ResolvedConfiguration = {
  modals: readonly ActionStage[];
  notifications: readonly ActionStage[];
  returnStrategy: NonNullable<ActionConfiguration['returnStrategy']>;
  twaReturnUrl: ActionConfiguration['twaReturnUrl'] | undefined;
  skipRedirectToWallet: 'ios' | 'always' | 'never';
};

const ALL: readonly ActionStage[] = ['before', 'success', 'error'];

const stages = (value: ActionConfiguration['modals'], fallback: readonly ActionStage[]) =>
  value === 'all' ? ALL : (value ?? fallback);

/** The call's own wish, then the widget's, then the defaults. */
export function resolveConfiguration(
  call: ActionConfiguration | undefined,
  widget: ActionConfiguration,
  inTelegram: boolean,
): ResolvedConfiguration {
  return {
    modals: stages(call?.modals ?? widget.modals, ['before']),
    notifications: stages(call?.notifications ?? widget.notifications, ALL),
    returnStrategy: call?.returnStrategy ?? widget.returnStrategy ?? 'back',
    twaReturnUrl: call?.twaReturnUrl ?? widget.twaReturnUrl,
    skipRedirectToWallet: inTelegram
      ? 'never'
      : (call?.skipRedirectToWallet ?? widget.skipRedirectToWallet ?? 'ios'),
  };
}
