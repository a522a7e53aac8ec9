import * as telegram from '@prichal/telegram';

/** The package's whole main entry. */
Object.assign(window, { telegram: { ...telegram } });
