import { head } from '#head';

/** What the hand should feel: a choice, a press, or how something ended. */
export type Haptic = 'selection' | 'press' | 'success' | 'warning' | 'error';

/** A short tap in the hand where the device has one. Use it sparingly: on choices and outcomes. */
export function haptic(feeling: Haptic): void {
  const data =
    feeling === 'selection'
      ? { type: 'selection_change' }
      : feeling === 'press'
        ? { type: 'impact', impact_style: 'light' }
        : { type: 'notification', notification_type: feeling };
  head().tell('web_app_trigger_haptic_feedback', '6.1', data);
}
