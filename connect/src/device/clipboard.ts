/**
 * Copies text: by the clipboard, or, where that is refused (plain http, an unfocused frame), by the
 * old way through a hidden field. Answers whether it worked.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // biome-ignore lint/suspicious/noConsole: the specification wants this one logged (section 8)
    console.warn('Clipboard API not available');
    return copyByField(text);
  }
}

function copyByField(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position:fixed;opacity:0;pointer-events:none';
  // Inside the open dialog if there is one: outside of it nothing can be focused.
  (focused?.closest('dialog') ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
