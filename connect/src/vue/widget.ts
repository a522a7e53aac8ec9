import {
  type CurrentWallet,
  TonConnectProviderNotSetError,
  TonConnectUI,
  type TonConnectUiCreateOptions,
  type TonConnectUiOptions,
  type WalletsModalState,
} from '@prichal/connect/vanilla';
import {
  type InjectionKey,
  inject,
  onScopeDispose,
  type Ref,
  ref,
  type ShallowRef,
  shallowRef,
  toRaw,
  watch,
} from 'vue';

/** An existing TonConnectUI. The caller destroys it. */
export interface TonConnectUIVueOptionsWithInstance {
  instance: TonConnectUI;
}

/** Options of the plugin and of the provider: those of a `TonConnectUI`, or an existing one. */
export type TonConnectUIVueOptions = TonConnectUiCreateOptions | TonConnectUIVueOptionsWithInstance;

/** A TonConnectUI and its state as refs. */
export interface VueWidget {
  ui: ShallowRef<TonConnectUI>;
  wallet: ShallowRef<CurrentWallet | null>;
  modal: ShallowRef<WalletsModalState>;
  restored: Ref<boolean>;
}

export const WIDGET: InjectionKey<VueWidget> = Symbol('TonConnectUI');

/** @throws TonConnectProviderNotSetError without the plugin and without a provider. */
export function injectWidget(): VueWidget {
  const widget = inject(WIDGET, null);
  if (widget) return widget;
  throw new TonConnectProviderNotSetError(
    'No TonConnectUI in this Vue app. Fix: call app.use(TonConnectUIPlugin, options), or put the component inside <TonConnectUIProvider>.',
  );
}

/** Options that identify a TonConnectUI. If one of them changes, another is created. */
const identityOf = (options: TonConnectUIVueOptions): readonly unknown[] => {
  const { instance, connector, manifestUrl, widgetRootId, walletsListSource } = {
    ...options,
  } as Partial<TonConnectUIVueOptionsWithInstance & Record<string, unknown>>;
  return [toRaw(instance ?? connector ?? manifestUrl), widgetRootId, walletsListSource];
};

/** Returns the options without Vue's proxies, because the widget looks up objects by their identity. */
function withoutProxies(options: TonConnectUIVueOptions): TonConnectUIVueOptions {
  const given: Record<string, unknown> = { ...toRaw(options) };
  for (const key of Object.keys(given)) given[key] = toRaw(given[key]);
  return given as unknown as TonConnectUIVueOptions;
}

/**
 * Creates a TonConnectUI in the current effect scope. Changed options take effect. When the scope is disposed,
 * the TonConnectUI is destroyed. On a server nothing starts, and the refs keep their first values.
 * @throws TonConnectUIError without a manifest and a connector.
 */
export function createVueWidget(options: () => TonConnectUIVueOptions): VueWidget {
  const make = (): { ui: TonConnectUI; owned: boolean } => {
    const given = withoutProxies(options());
    return 'instance' in given && given.instance
      ? { ui: given.instance, owned: false }
      : { ui: new TonConnectUI(given as TonConnectUiCreateOptions), owned: true };
  };
  let made = make();
  const widget: VueWidget = {
    ui: shallowRef(made.ui),
    wallet: shallowRef(null),
    modal: shallowRef(made.ui.modalState),
    restored: ref(false),
  };
  if (typeof window === 'undefined') return widget;

  /** Copies the state of `made` to the refs. Returns a function that ends this. */
  const follow = (): (() => void) => {
    const { ui, owned } = made;
    let followed = true;
    const readWallet = (): void => {
      widget.wallet.value = ui.wallet;
    };
    const unwatch = [
      ui.onStatusChange(readWallet),
      ui.onModalStateChange((state) => {
        widget.modal.value = state;
      }),
    ];
    widget.ui.value = ui;
    widget.modal.value = ui.modalState;
    // Later than the first render, which must be that of the server.
    void ui.connectionRestored.then(() => {
      if (!followed) return;
      readWallet();
      widget.restored.value = true;
    });
    return () => {
      followed = false;
      for (const remove of unwatch) remove();
      if (owned) ui.destroy();
      widget.wallet.value = null;
      widget.restored.value = false;
    };
  };

  let unfollow = follow();
  onScopeDispose(() => unfollow());
  watch(
    () => identityOf(options()),
    (now, before) => {
      if (now.every((value, index) => value === before[index])) return;
      const next = make();
      unfollow();
      made = next;
      unfollow = follow();
    },
  );
  watch(
    () => {
      const { instance, connector, ...rest } = {
        ...options(),
      } as Partial<TonConnectUIVueOptionsWithInstance & Record<string, unknown>>;
      return rest as TonConnectUiOptions;
    },
    () => {
      made.ui.uiOptions = withoutProxies(
        options() as TonConnectUiCreateOptions,
      ) as TonConnectUiOptions;
    },
    { deep: true },
  );
  return widget;
}
