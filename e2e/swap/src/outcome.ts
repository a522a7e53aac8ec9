import {
  TonConnectError,
  TonConnectUIError,
  UserRejectsError,
  WalletNotSupportFeatureError,
} from '@tonconnect/ui-react';

/** What an app tells its user after a request that failed. */
export function explain(error: unknown): string {
  if (error instanceof UserRejectsError) return 'You said no.';
  if (error instanceof WalletNotSupportFeatureError) return 'Your wallet cannot do that.';
  if (error instanceof TonConnectUIError) return `The widget: ${lastLine(error)}`;
  if (error instanceof TonConnectError) return `The protocol: ${lastLine(error)}`;
  throw error;
}

/** The peer begins its messages with a line of its own. */
const lastLine = ({ message }: Error): string => message.split('\n').at(-1) ?? '';
