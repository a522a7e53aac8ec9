import { head } from '../host/head.js';

/*
 * Haptic feedback, if the device supports it. Use it sparingly. One function per kind, so that bundlers can
 * drop unused ones.
 */

const tap = (data: object) => void head().tell('web_app_trigger_haptic_feedback', '6.1', data);

/** Gives feedback for a changed selection. */
export const hapticSelection = (): void => tap({ type: 'selection_change' });

/** Gives feedback for a press or a collision. */
export const hapticImpact = (
  style: 'light' | 'medium' | 'heavy' | 'rigid' | 'soft' = 'light',
): void => tap({ type: 'impact', impact_style: style });

/** Gives feedback for the result of an action. */
export const hapticNotification = (outcome: 'success' | 'warning' | 'error'): void =>
  tap({ type: 'notification', notification_type: outcome });
