/*
 * Code is coloured by classes: the policy that our server serves pages with lets no style attribute through
 * (docs/internals/decisions/0005), and Shiki writes one for each token. Its theme of custom properties has a name for
 * each kind of token, which becomes the class; theme/styles/code.css has their colours, light and dark.
 */
import { createCssVariablesTheme, type ShikiTransformer } from 'shiki';

export const codeTheme = createCssVariablesTheme({ name: 'prichal', variablePrefix: '--token-' });

const COLOUR = /color:\s*var\(--token-(?:token-)?([a-z-]+)\)/;

/** What Shiki says of one token in a style attribute, as classes. */
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
