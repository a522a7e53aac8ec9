import type { Locator } from '@playwright/test';
import { type Language, NAMES, type Names } from './names.ts';

/** Where to look for the widget: a page, a frame, or a part of one. */
export type Place = Pick<Locator, 'getByRole' | 'locator'>;

/** Language and names of the widget under test. */
export type PartOptions = {
  /** @default 'en' */
  language?: Language;
  /** Names that the app replaced, or all names of a language that the app added. */
  names?: Partial<Names>;
};

/** One part of the widget on the page under test. */
export class Part {
  readonly place: Place;
  readonly options: PartOptions;
  readonly names: Names;

  constructor(place: Place, options: PartOptions = {}) {
    this.place = place;
    this.options = options;
    this.names = { ...NAMES[options.language ?? 'en'], ...options.names };
  }
}

/** Returns the button with exactly this name. */
export const button = (place: Place, name: string): Locator =>
  place.getByRole('button', { name, exact: true });
