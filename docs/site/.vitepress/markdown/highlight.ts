/*
 * Code coloured by classes. Shiki writes a style attribute for each token, which the Content-Security-Policy of the
 * server blocks (docs/internals/decisions/0005). Shiki's theme of custom properties names each kind of token; the
 * name becomes a class, and theme/styles/code.css has the colours of both themes.
 */
import { createCssVariablesTheme, type ShikiTransformer } from 'shiki';

export const codeTheme = createCssVariablesTheme({ name: 'prichal', variablePrefix: '--token-' });

const COLOUR = /color:\s*var\(--token-(?:token-)?([a-z-]+)\)/;

/** Classes for the style attribute of one token. */
function classesOf(style: string): string[] {
  const kind = COLOUR.exec(style)?.[1];
  return [
    ...(kind === undefined || kind === 'foreground' ? [] : [`token-${kind}`]),
    ...(style.includes('font-style:italic') ? ['token-italic'] : []),
    ...(style.includes('font-weight:bold') ? ['token-bold'] : []),
  ];
}

export const classesForStyles: ShikiTransformer = {
  name: 'prichal:classes-for-styles',
  pre(node) {
    delete node.properties.style;
  },
  span(node) {
    const { style } = node.properties;
    delete node.properties.style;
    if (typeof style === 'string')
      for (const name of classesOf(style)) this.addClassToHast(node, name);
  },
};
