import { type Dictionary, en as sheetEn } from '../dictionaries/en.js';
import { requestWords as requestsEn } from '../dictionaries/en-requests.js';
import { ru as sheetRu } from '../dictionaries/ru.js';
import { requestWords as requestsRu } from '../dictionaries/ru-requests.js';

/** All words of the built-in languages, which the widget loads in two parts each. */
export const en: Dictionary = { ...sheetEn, ...requestsEn };
export const ru: Dictionary = { ...sheetRu, ...requestsRu };
