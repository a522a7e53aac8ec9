import { ConnectButtonElement } from '@prichal/connect/vanilla';
import {
  type AllowedComponentProps,
  type ComponentCustomProps,
  defineComponent,
  h,
  onMounted,
  type PropType,
  provide,
  shallowRef,
  type VNode,
  type VNodeProps,
  watch,
} from 'vue';
import { createVueWidget, injectWidget, type TonConnectUIVueOptions, WIDGET } from './widget.js';

/** The type of a component in every version of Vue: that of `defineComponent` differs between 3.4 and 3.5. */
type Component<Props, Slots> = new () => {
  $props: AllowedComponentProps & ComponentCustomProps & VNodeProps & Props;
  $slots: Slots;
};

const Provider = /* @__PURE__ */ defineComponent({
  name: 'TonConnectUIProvider',
  inheritAttrs: false,
  props: { options: { type: Object as PropType<TonConnectUIVueOptions>, required: true } },
  setup(props, { slots }) {
    provide(
      WIDGET,
      createVueWidget(() => props.options),
    );
    return () => slots.default?.();
  },
});

/**
 * Provides the widget to its slot. Changed options take effect. If the manifest, connector or instance
 * changes, another widget is created. Unmounting removes everything from the page.
 */
export const TonConnectUIProvider: Component<
  { options: TonConnectUIVueOptions },
  { default?: () => VNode[] }
> = Provider;

/**
 * The connect button: 'Connect wallet', or the address with its menu. Several can be on a page. Renders a
 * `<div>`, which gets `class`, `style` and other attributes. On a server it is empty.
 */
export const TonConnectButton: Component<unknown, object> = /* @__PURE__ */ defineComponent({
  name: 'TonConnectButton',
  setup() {
    const { ui } = injectWidget();
    const place = shallowRef<HTMLElement>();
    const show = (): void => {
      const button = new ConnectButtonElement();
      button.ui = ui.value;
      place.value?.replaceChildren(button);
    };
    onMounted(show);
    watch(ui, show);
    return () => h('div', { ref: place });
  },
});
