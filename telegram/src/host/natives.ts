/** The objects by which native clients take messages. */

interface WebviewProxy {
  postEvent(type: string, json: string): void;
}

interface ExternalNotify {
  notify(text: string): void;
}

/** iOS, macOS, Android, Desktop on Windows and macOS. */
export function webviewProxy(): WebviewProxy | undefined {
  return (window as { TelegramWebviewProxy?: WebviewProxy }).TelegramWebviewProxy;
}

/** Windows Phone. */
export function externalNotify(): ExternalNotify | undefined {
  const external = (window as { external?: object }).external;
  return external && 'notify' in external ? (external as ExternalNotify) : undefined;
}
