/**
 * Prints each connect event that `@tonconnect/sdk` hands to an app. The first line is the client ID. Then one line per
 * event: the app version of the wallet.
 */
import { App } from '../bridge/app.ts';

const app = new App(process.argv[2] ?? '');
app.connector.onStatusChange((wallet) => process.stdout.write(`${wallet?.device.appVersion}\n`));
const link = app.connect();
process.stdout.write(`${new URL(link).searchParams.get('id')}\n`);
