// For tests of node:test: whoever imports this has each of his tests fail that got an answer which docs/api
// does not describe.
import { afterEach } from 'node:test';
import { expectDescribed } from './answers.ts';

afterEach(expectDescribed);
