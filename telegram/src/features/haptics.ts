import { head } from '../host/head.js';

/*
 * A short tap in the hand where the device has one. Use it sparingly. A function each, so that an app
 * carries what it uses.
 */

const tap = (data: object) => void head().tell('web_app_trigger_haptic_feedback', '6.1', data);

/** Something else has been chosen. */
export const hapticSelection = (): void => tap({ type: 'selection_change' });

/** Something has been pressed, or has hit something. */
export const hapticImpact = (
  style: 'light' | 'medium' | 'heavy' | 'rigid' | 'soft' = 'light',
): void => tap({ type: 'impact', impact_style: style });

/** Something has ended. */
export const hapticNotification = (outcome: 'success' | 'warning' | 'error'): void =>
  tap({ type: 'notification', notification_type: outcome });
