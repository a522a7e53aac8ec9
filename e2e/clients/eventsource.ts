/** Prints the data of each message that the package `eventsource` receives. */
import { EventSource } from 'eventsource';

const source = new EventSource(process.argv[2] ?? '');
source.addEventListener('message', ({ data }) => process.stdout.write(`${data}\n`));
