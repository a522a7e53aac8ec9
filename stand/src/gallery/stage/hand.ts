import { until } from './environment';

/** What can be pressed. */
const CONTROLS =
  'button, a[href], [role="button"], [role="menuitem"], [role="tab"], [role="radio"]';

/** The part of the page that a person can reach: the dialog on top, or all of it. */
const reach = (): Element => [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;

const shown = (element: Element): boolean => element.getClientRects().length > 0;

/** The text that is read out: without what is hidden from screen readers. */
function textOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  if (node instanceof Element && node.getAttribute('aria-hidden') === 'true') return '';
  return [...node.childNodes].map(textOf).join('');
}

/** Without the places where a long name may break, which have no width; all spaces are alike. */
const plain = (name: string): string =>
  name.replaceAll('\u200b', '').replaceAll(/\s+/g, ' ').trim();

const nameOf = (element: Element): string =>
  plain(element.getAttribute('aria-label') ?? textOf(element));

/** A name begins with the words: a tile says more than the wallet's name. */
const isNamed = (name: string) => (element: Element) => {
  const [own, wanted] = [nameOf(element), plain(name)];
  return own === wanted || own.startsWith(`${wanted} `);
};

const find = (name: string): HTMLElement | undefined =>
  [...reach().querySelectorAll<HTMLElement>(CONTROLS)].filter(shown).find(isNamed(name));

/** A control that can be pressed, as soon as there is one. */
export const control = (name: string): Promise<HTMLElement> =>
  until(() => {
    const found = find(name);
    return found?.matches(':disabled') ? null : found;
  }, `a control named "${name}"`);

/** Focus as a mouse gives it: without a ring. */
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

/** A script that moves the focus, as the widget does, leaves a ring that no mouse would leave. */
export function hideRing(): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || activeElement.matches('body, input')) return;
  activeElement.blur();
  focus(activeElement);
}

export const press = async (name: string): Promise<void> => pressOn(await control(name));

/** Waits until the words can be read where a person looks. */
export const see = (words: string): Promise<true> =>
  until(() => plain(textOf(reach())).includes(plain(words)), `"${words}" to be read`);

/** Waits until a screen reader is told something with these words. */
export const said = (words: string): Promise<true> =>
  until(
    () =>
      [...reach().querySelectorAll('[role="status"]')].some((one) =>
        plain(textOf(one)).includes(plain(words)),
      ),
    `"${words}" to be said`,
  );

/** Writes into the search field as a person does, at once. */
export async function search(text: string): Promise<void> {
  const field = await until(
    () => reach().querySelector<HTMLInputElement>('input[type="search"], [role="searchbox"]'),
    'a search field',
  );
  field.focus();
  // React listens for what the platform says, and the platform's own setter says it.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text }));
}
