import { launchClient } from '@prichal/telegram';
import { currentPlatform } from '../device/platform.js';
import type { Place } from './return-target.js';

export const currentPlace = (): Place => ({
  ...currentPlatform(),
  telegram: launchClient()?.platform ?? null,
  address: window.location.href,
});
