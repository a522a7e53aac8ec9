// For tests of node:test: fails each test of the importing file that got an answer which docs/api
// does not describe.
import { afterEach } from 'node:test';
import { expectDescribed } from './answers.ts';

afterEach(expectDescribed);
