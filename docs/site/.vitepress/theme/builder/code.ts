/* The code to copy: TypeScript, with React or without it. docs/site/checks compiles it for many choices. */
import type { TonConnectUiOptions } from '@prichal/connect/vanilla';
import { BUILT_IN, optionsOf, type State } from './options.ts';

export type Flavour = 'react' | 'vanilla';

const WIDTH = 78;
const MANIFEST = 'https://app.example.org/tonconnect-manifest.json';

const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

const isName = (key: string): boolean => /^[A-Za-z_$][\w$]*$/.test(key);

/** A value as TypeScript source, on one line if it fits. */
export function literal(value: unknown, indent: string): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const list = Array.isArray(value);
  const parts = (deeper: string): string[] =>
    list
      ? value.map((each) => literal(each, deeper))
      : Object.entries(value).map(
          ([key, each]) => `${isName(key) ? key : quoted(key)}: ${literal(each, deeper)}`,
        );
  const [open, close] = list ? ['[', ']'] : ['{', '}'];
  const flat = list ? `[${parts(inner).join(', ')}]` : `{ ${parts(inner).join(', ')} }`;
  if (!flat.includes('\n') && indent.length + flat.length < WIDTH - 24) return flat;
  return `${open}\n${parts(inner)
    .map((part) => `${inner}${part},\n`)
    .join('')}${indent}${close}`;
}

/** Longest line of imports. The box of the code shows as much at 1280 px. */
const LONGEST_IMPORT = 64;

const importOf = (names: readonly string[], from: string): string => {
  const line = `import { ${names.join(', ')} } from '${from}';\n`;
  return line.length <= LONGEST_IMPORT
    ? line
    : `import {\n${names.map((name) => `  ${name},\n`).join('')}} from '${from}';\n`;
};

const packOf = ({ language }: State): string | undefined =>
  BUILT_IN.includes(language) ? undefined : language;

const importPack = (state: State): string => {
  const pack = packOf(state);
  return pack === undefined
    ? ''
    : `import { ${pack} } from '@prichal/connect/languages/${pack}';\n`;
};

const networkOf = ({ network }: State): string | undefined =>
  network === 'any' ? undefined : network === 'test' ? 'CHAIN.TESTNET' : 'CHAIN.MAINNET';

/** Name and value of each option. `languages` follows the `language` that it belongs to. */
function* entriesOf(state: State, indent: string): Generator<[name: string, value: string]> {
  const options: TonConnectUiOptions = optionsOf(state);
  yield ['manifestUrl', quoted(state.manifest === '' ? MANIFEST : state.manifest)];
  for (const [name, value] of Object.entries(options)) {
    yield [name, literal(value, indent)];
    if (name === 'language' && packOf(state)) yield ['languages', `{ ${packOf(state)} }`];
  }
}

/** A JSX attribute: a quoted string if the value has no special characters. */
const attribute = (name: string, value: string): string => {
  const plain = /^'([^'\\"&{}<>]*)'$/.exec(value)?.[1];
  return plain === undefined ? `${name}={${value}}` : `${name}="${plain}"`;
};

const OWN_BUTTON = (label: string): string => `        <TonConnectButton>
          {({ status, shortAddress, open, disconnect, prepare }) => (
            <button
              type="button"
              disabled={status === 'restoring'}
              onPointerEnter={prepare}
              onClick={() => (status === 'connected' ? disconnect() : open())}
            >
              {status === 'connected' ? shortAddress : ${label}}
            </button>
          )}
        </TonConnectButton>`;

function reactCode(state: State): string {
  const network = networkOf(state);
  const names = [
    ...(network ? ['CHAIN'] : []),
    'TonConnectButton',
    'TonConnectUIProvider',
    ...(network ? ['useTonConnectUI'] : []),
  ];
  const attributes = [...entriesOf(state, '      ')].map(
    ([name, value]) => `      ${attribute(name, value)}\n`,
  );
  const button =
    state.button === 'own' ? OWN_BUTTON(quoted(state.label)) : '        <TonConnectButton />';
  const chooser = network
    ? `\n/** Wallets of this network only. */
function Network() {
  const [ui] = useTonConnectUI();
  useEffect(() => {
    if (!ui.connected) ui.setConnectionNetwork(${network});
  }, [ui]);
  return null;
}\n`
    : '';
  return `${importOf(names, '@prichal/connect')}${importPack(state)}${network ? "import { useEffect } from 'react';\n" : ''}${chooser}
export function App() {
  return (
    <TonConnectUIProvider
${attributes.join('')}    >
${network ? '      <Network />\n' : ''}      <header style={{ display: 'flex', justifyContent: ${quoted(state.place)} }}>
${button}
      </header>
    </TonConnectUIProvider>
  );
}
`;
}

function vanillaCode(state: State): string {
  const network = networkOf(state);
  const own = state.button === 'own';
  const page = own
    ? `<button id="connect" type="button">${state.label.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</button>`
    : '<div id="connect"></div>';
  const options = [...entriesOf(state, '  ')].map(([name, value]) =>
    `{ ${name} }` === value.trim() ? `  ${name},\n` : `  ${name}: ${value},\n`,
  );
  const wiring = own
    ? `
const button = document.querySelector<HTMLButtonElement>('#connect');
button?.addEventListener('click', () => (ui.connected ? ui.disconnect() : ui.openModal()));
ui.onStatusChange((wallet) => {
  if (button) button.textContent = wallet ? wallet.account.address : ${quoted(state.label)};
});
`
    : '';
  return `// <header style="display: flex; justify-content: ${state.place}">
//   ${page}
// </header>
import { ${network ? 'CHAIN, ' : ''}TonConnectUI } from '@prichal/connect/vanilla';
${importPack(state)}
export const ui = new TonConnectUI({
${options.join('')}${own ? '' : "  buttonRootId: 'connect',\n"}});
${network ? `ui.setConnectionNetwork(${network}); // wallets of this network only\n` : ''}${wiring}`;
}

/** The code of a state. `label`: default text of a custom button. The standard button has its own. */
export function codeOf(state: State, flavour: Flavour, label: string): string {
  const labelled = state.button === 'own' && state.label === '' ? { ...state, label } : state;
  return flavour === 'react' ? reactCode(labelled) : vanillaCode(labelled);
}

export interface CodePiece {
  text: string;
  /** Name of its class in styles/code.css. */
  kind?: 'comment' | 'string' | 'function' | 'keyword' | undefined;
}

/**
 * Comments, strings, names of components and elements, and keywords, in this order. Strings of attributes begin with
 * `=` and names with `<` or `</`, because Safari before 16.4 has no lookbehind.
 */
const PIECES =
  /(\/\/.*|\/\*\*.*?\*\/)|('(?:[^'\\\n]|\\.)*'|="[^"\n]*")|(<\/?[A-Za-z]\w*)|\b(import|from|export|function|const|return|if|new|null)\b/g;

/** The parts of a code with their kinds, which the printed code is coloured by. */
export function piecesOf(code: string): CodePiece[] {
  const pieces: CodePiece[] = [];
  let end = 0;
  for (const { 0: text, index, ...groups } of code.matchAll(PIECES)) {
    const [before = ''] = /^(=|<\/?)/.exec(text) ?? [];
    pieces.push({ text: code.slice(end, index) + before });
    const kinds = ['comment', 'string', 'function', 'keyword'] as const;
    pieces.push({
      text: text.slice(before.length),
      kind: kinds.find((_, at) => groups[at + 1] !== undefined),
    });
    end = index + text.length;
  }
  return [...pieces, { text: code.slice(end) }];
}
