import eruda from 'eruda';
import { allowStyleElements, watch } from './strict-styles';

/**
 * Opens the console in the page, styled as it means to be although the page's policy allows no styles
 * but ours. What is typed into it is not evaluated: that would need a hole in the policy.
 */
export function openEruda(): void {
  const container = document.createElement('div');
  document.documentElement.append(container);
  allowStyleElements();
  eruda.init({ container, autoScale: true, useShadowDom: true });
  if (container.shadowRoot) watch(container.shadowRoot);
  eruda.position({ x: window.innerWidth - 50, y: 0 });
}
