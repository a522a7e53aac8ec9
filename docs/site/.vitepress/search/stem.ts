/*
 * Stemmers of the search: forms of one word become one term. The Russian one is Snowball's
 * (https://snowballstem.org/algorithms/russian/stemmer.html); the English one only removes common endings.
 */

/** Part of a Russian word after its first vowel, where endings are removed. */
const RUSSIAN_REGION = /^(.*?[аеиоуыэюя])(.+)$/;

// A group in front of an ending is kept: these endings count only after "а" or "я".
const GERUND = /(?:([ая])(?:в|вши|вшись)|(?:ив|ивши|ившись|ыв|ывши|ывшись))$/;
const REFLEXIVE = /с[яь]$/;
const ADJECTIVE =
  /(?:ее|ие|ые|ое|ими|ыми|ей|ий|ый|ой|ем|им|ым|ом|его|ого|ему|ому|их|ых|ую|юю|ая|яя|ою|ею)$/;
const PARTICIPLE = /(?:([ая])(?:ем|нн|вш|ющ|щ)|(?:ивш|ывш|ующ))$/;
const VERB =
  /(?:([ая])(?:ла|на|ете|йте|ли|й|л|ем|н|ло|но|ет|ют|ны|ть|ешь|нно)|(?:ила|ыла|ена|ейте|уйте|ите|или|ыли|ей|уй|ил|ыл|им|ым|ен|ило|ыло|ено|ят|ует|уют|ит|ыт|ены|ить|ыть|ишь|ую|ю))$/;
const NOUN =
  /(?:а|ев|ов|ие|ье|е|иями|ями|ами|еи|ии|и|ией|ей|ой|ий|й|иям|ям|ием|ем|ам|ом|о|у|ах|иях|ях|ы|ь|ию|ью|ю|ия|ья|я)$/;
const DERIVED = /[^аеиоуыэюя][аеиоуыэюя]+[^аеиоуыэюя]+[аеиоуыэюя].*ость?$/;

/** Removes the first of `endings` that `word` has, or returns undefined. */
function without(word: string, ...endings: RegExp[]): string | undefined {
  for (const ending of endings) {
    if (ending.test(word)) return word.replace(ending, '$1');
  }
  return undefined;
}

export function stemRussian(word: string): string {
  const [, start = word, region = ''] = RUSSIAN_REGION.exec(word) ?? [];
  if (region === '') return word;
  let rest = without(region, GERUND);
  if (rest === undefined) {
    rest = without(region, REFLEXIVE) ?? region;
    const adjective = without(rest, ADJECTIVE);
    rest =
      adjective === undefined
        ? (without(rest, VERB, NOUN) ?? rest)
        : (without(adjective, PARTICIPLE) ?? adjective);
  }
  rest = rest.replace(/и$/, '');
  if (DERIVED.test(rest)) rest = rest.replace(/ость?$/, '');
  return (
    start +
    rest
      .replace(/ейше?$/, '')
      .replace(/нн$/, 'н')
      .replace(/ь$/, '')
  );
}

export function stemEnglish(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  const singular = word.replace(/ies$/, 'y').replace(/([^su])s$/, '$1');
  const base = singular
    .replace(/^([a-z]*[aeiouy][a-z]*[a-z])(?:ing|ed)$/, '$1')
    .replace(/([bdgmnprt])\1$/, '$1');
  return base.length < 3 ? singular : base.replace(/([a-z]{3})e$/, '$1');
}
