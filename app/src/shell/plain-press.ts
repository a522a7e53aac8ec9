type Press = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>;

/** Whether the press asks for this window: with a key held, or another button, it is the browser's. */
export const isPlainPress = ({ button, metaKey, ctrlKey, altKey, shiftKey }: Press): boolean =>
  button === 0 && !(metaKey || ctrlKey || altKey || shiftKey);
