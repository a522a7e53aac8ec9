import { until } from './environment';

/** Selector of controls that can be pressed. */
const CONTROLS =
  'button, a[href], [role="button"], [role="menuitem"], [role="tab"], [role="radio"]';

/** Returns the part of the page that the user can reach: the top dialog, or the whole page. */
const reach = (): Element => [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;

const shown = (element: Element): boolean => element.getClientRects().length > 0;

/** Returns the text for screen readers, without hidden parts. */
function textOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  if (node instanceof Element && node.getAttribute('aria-hidden') === 'true') return '';
  return [...node.childNodes].map(textOf).join('');
}

/** Removes zero-width break opportunities and collapses spaces. */
const plain = (name: string): string =>
  name.replaceAll('\u200b', '').replaceAll(/\s+/g, ' ').trim();

const nameOf = (element: Element): string =>
  plain(element.getAttribute('aria-label') ?? textOf(element));

/** The name begins with `name`: a tile contains more than the wallet's name. */
const isNamed = (name: string) => (element: Element) => {
  const [own, wanted] = [nameOf(element), plain(name)];
  return own === wanted || own.startsWith(`${wanted} `);
};

const find = (name: string): HTMLElement | undefined =>
  [...reach().querySelectorAll<HTMLElement>(CONTROLS)].filter(shown).find(isNamed(name));

/** Resolves with an enabled control when there is one. */
export const control = (name: string): Promise<HTMLElement> =>
  until(() => {
    const found = find(name);
    return found?.matches(':disabled') ? null : found;
  }, `a control named "${name}"`);

/** Focuses an element as a mouse does, without a ring. */
const focus = (element: HTMLElement): void => {
  const quietly: FocusOptions & { focusVisible: boolean } = {
    focusVisible: false,
    preventScroll: true,
  };
  element.focus(quietly);
};

export function pressOn(element: HTMLElement): void {
  focus(element);
  element.click();
}

/** Removes the ring that remains after a script, such as the widget, has moved the focus. */
export function hideRing(): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || activeElement.matches('body, input')) return;
  activeElement.blur();
  focus(activeElement);
}

export const press = async (name: string): Promise<void> => pressOn(await control(name));

/** Waits until the text is visible in the reachable part of the page. */
export const see = (words: string): Promise<true> =>
  until(() => plain(textOf(reach())).includes(plain(words)), `"${words}" to be read`);

/** Waits until a status region contains the text. */
export const said = (words: string): Promise<true> =>
  until(
    () =>
      [...reach().querySelectorAll('[role="status"]')].some((one) =>
        plain(textOf(one)).includes(plain(words)),
      ),
    `"${words}" to be said`,
  );

/** Types into the search field, all at once. */
export async function search(text: string): Promise<void> {
  const field = await until(
    () => reach().querySelector<HTMLInputElement>('input[type="search"], [role="searchbox"]'),
    'a search field',
  );
  field.focus();
  // React overrides the setter of the element. Only the platform's setter makes it notice the
  // change.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text }));
}
