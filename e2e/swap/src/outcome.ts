import {
  TonConnectError,
  TonConnectUIError,
  UserRejectsError,
  WalletNotSupportFeatureError,
} from '@tonconnect/ui-react';

/** Returns the message that an app shows after a failed request. */
export function explain(error: unknown): string {
  if (error instanceof UserRejectsError) return 'You said no.';
  if (error instanceof WalletNotSupportFeatureError) return 'Your wallet cannot do that.';
  if (error instanceof TonConnectUIError) return `The widget: ${lastLine(error)}`;
  if (error instanceof TonConnectError) return `The protocol: ${lastLine(error)}`;
  throw error;
}

/** @tonconnect/ui-react puts a line before the text of its messages. */
const lastLine = ({ message }: Error): string => message.split('\n').at(-1) ?? '';
