import * as telegram from '@prichal/telegram';

/** All of the package's main entry, and nothing else. */
Object.assign(window, { telegram: { ...telegram } });
