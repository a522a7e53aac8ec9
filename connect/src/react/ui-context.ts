import { useWidget, WidgetContext } from './context.js';
import { withMembers } from './ton-connect-ui.js';

/* The widget for callers, with all its members: who uses none of these does not load them. */

export const TonConnectUIContext = /* @__PURE__ */ withMembers(WidgetContext);

/** As `useWidget`. */
export const useUi = /* @__PURE__ */ withMembers(useWidget);
