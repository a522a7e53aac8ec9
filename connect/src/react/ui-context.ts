import { useWidget, WidgetContext } from './context.js';
import { withMembers } from './ton-connect-ui.js';

/* The widget for apps, with all its members. Apps that do not use them do not load them. */

export const TonConnectUIContext = /* @__PURE__ */ withMembers(WidgetContext);

/** As `useWidget`. */
export const useUi = /* @__PURE__ */ withMembers(useWidget);
