import { start } from './start/start';

// Runs in its own task: on an old phone, evaluating the imports is already a long task.
setTimeout(start);
