/** The first letter of a name, and a hue (degrees) that is always the same for it. */
export function monogram(name: string): { letter: string; hue: number } {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360;
  const [letter = '?'] = name.trim().toUpperCase();
  return { letter, hue: hash };
}
