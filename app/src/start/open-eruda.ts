import eruda from 'eruda';
import { allowStyleElements, watch } from './strict-styles';

/**
 * Opens the console in the page with its own styles, although the page's policy allows only ours.
 * The console does not evaluate input: that would need an exception in the policy.
 */
export function openEruda(): void {
  const container = document.createElement('div');
  document.documentElement.append(container);
  allowStyleElements();
  eruda.init({ container, autoScale: true, useShadowDom: true });
  if (container.shadowRoot) watch(container.shadowRoot);
  eruda.position({ x: window.innerWidth - 50, y: 0 });
}
