import type { RequestWords } from '../../words/dictionaries/en.js';
import { importChunk } from '../loading/import-chunk.js';
import type { ChosenWords } from './button-words.js';
import { loadWords } from './load-dictionary.js';

const english = (): Promise<RequestWords> =>
  importChunk(() => import('../../words/dictionaries/en-requests.js'), 'requestWords').then(
    (chunk) => chunk.requestWords,
  );
const russian = (): Promise<RequestWords> =>
  importChunk(() => import('../../words/dictionaries/ru-requests.js'), 'requestWords').then(
    (chunk) => chunk.requestWords,
  );

/** Loads the texts of requests and notices. */
export const loadRequestWords = (chosen: ChosenWords): Promise<RequestWords> =>
  loadWords(chosen, { english, russian });
