/** Names and terms that are the same in every language. */
const PROPER =
  /\b(?:WalletConnect|Wallet|Tonkeeper|Anchor|Compass|Buoy|Dinghy|Fathom|Galley|Harbour|Islet|Jetty|Keel|Lantern|Mooring & Sons|Nautilus|Quay|Telegram|TON|Web3|QR|UQCD…qEBI|[UE]Q[\w-]{46}|submarine|an)\b/g;

/**
 * Returns words of an aria snapshot that are in another language than the page: Latin letters in
 * Russian, Cyrillic ones in English.
 */
export function foreignWords(snapshot: string, lang: 'en' | 'ru'): string[] {
  const foreign = lang === 'ru' ? /[A-Za-z][A-Za-z'’ ]*/g : /[А-Яа-яЁё][А-Яа-яЁё ]*/g;
  return snapshot
    .split('\n')
    .filter((line) => !/^\s*- \//.test(line))
    .flatMap((line) => spoken(line).replaceAll(PROPER, '').match(foreign) ?? []);
}

/** `- button "Name" [disabled]: text` → `Name text` */
function spoken(line: string): string {
  const [, name = ''] = /"((?:[^"\\]|\\.)*)"/.exec(line) ?? [];
  const [, text = ''] = /^\s*- [^":]*(?:"(?:[^"\\]|\\.)*")?[^":]*:\s+(.*)$/.exec(line) ?? [];
  return `${name} ${text}`;
}
