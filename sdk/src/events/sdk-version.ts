/** Version of `@tonconnect/sdk` whose API and events this package has. Events and analytics report it. */
export const SDK_VERSION = '3.4.1';
