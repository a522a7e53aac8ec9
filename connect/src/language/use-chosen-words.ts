import type { Core } from '../controller/core.js';
import { useUiSelector } from '../store/use-ui-selector.js';
import type { ChosenWords } from './button-words.js';

/** What decides about the words that are shown, kept current. */
export const useChosenWords = (core: Core): ChosenWords => ({
  language: useUiSelector(core, (state) => state.language),
  languages: useUiSelector(core, (state) => state.languages),
  strings: useUiSelector(core, (state) => state.strings),
});
