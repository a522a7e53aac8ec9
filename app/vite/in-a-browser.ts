const answers = (kind: string, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`typeof ${name}`, JSON.stringify(kind)]));

/**
 * Build-time answers to the `typeof` checks of libraries, for objects that every supported browser
 * has or that none has. The bundler drops the branches that never run, 0.4 kB of React.
 */
export const IN_A_BROWSER: Readonly<Record<string, string>> = {
  // React's hook for its developer tools. Only `vite` in development keeps it.
  ...answers('undefined', ['__REACT_DEVTOOLS_GLOBAL_HOOK__', 'process', 'setImmediate']),
  ...answers('object', ['document', 'navigator', 'performance', 'window', 'window.document']),
  ...answers('function', [
    ...['AbortController', 'MessageChannel', 'Object.is', 'Promise', 'Symbol', 'WeakMap'],
    'WeakSet',
    ...['clearTimeout', 'matchMedia', 'performance.getEntriesByType', 'performance.now'],
    ...['queueMicrotask', 'reportError', 'setTimeout', 'window.ErrorEvent'],
    'window.document.createElement',
  ]),
};
