import { type Dictionary, en as sheetEn } from '../words/dictionaries/en.js';
import { requestWords as requestsEn } from '../words/dictionaries/en-requests.js';
import { ru as sheetRu } from '../words/dictionaries/ru.js';
import { requestWords as requestsRu } from '../words/dictionaries/ru-requests.js';

/** All texts of the built-in languages, which the widget loads in two parts each. */
export const en: Dictionary = { ...sheetEn, ...requestsEn };
export const ru: Dictionary = { ...sheetRu, ...requestsRu };
