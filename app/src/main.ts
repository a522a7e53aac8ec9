import { start } from './start/start';

// In a task of its own: on an old phone, evaluating what is imported is a long one already.
setTimeout(start);
