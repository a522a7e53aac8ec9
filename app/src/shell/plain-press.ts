type Press = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>;

/**
 * Returns whether the press navigates in this window. The browser handles presses with a modifier
 * key or another mouse button.
 */
export const isPlainPress = ({ button, metaKey, ctrlKey, altKey, shiftKey }: Press): boolean =>
  button === 0 && !(metaKey || ctrlKey || altKey || shiftKey);
