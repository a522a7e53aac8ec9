import { type App, effectScope } from 'vue';
import { createVueWidget, type TonConnectUIVueOptions, type VueWidget, WIDGET } from './widget.js';

/** Provides one widget to a whole app. `app.unmount()` removes everything of it from the page. */
export const TonConnectUIPlugin = {
  install(app: App, options: TonConnectUIVueOptions): void {
    const scope = effectScope(true);
    app.provide(WIDGET, scope.run(() => createVueWidget(() => options)) as VueWidget);
    // `app.onUnmount` needs Vue 3.5.
    const unmount = app.unmount.bind(app);
    app.unmount = () => {
      unmount();
      scope.stop();
    };
  },
};
