import type { Locator } from '@playwright/test';
import { type Language, NAMES, type Names } from './names.ts';

/** Where the widget is looked for: a page, a frame, or a part of one. */
export type Place = Pick<Locator, 'getByRole' | 'locator'>;

/** How the widget under test speaks. */
export type PartOptions = {
  /** @default 'en' */
  language?: Language;
  /** Names that the app replaced, or all of a language of its own. */
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

/** The button of that very name. */
export const button = (place: Place, name: string): Locator =>
  place.getByRole('button', { name, exact: true });
