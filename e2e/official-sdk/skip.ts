import { beforeEach } from 'vitest';
import { NOT_APPLICABLE } from './not-applicable.ts';

const isOfficial = process.env.OFFICIAL_SDK_SOURCES === '1';

beforeEach(({ skip, task }) => {
  for (const [start, { reason, failsOfficially }] of Object.entries(NOT_APPLICABLE)) {
    const applies = isOfficial && !failsOfficially;
    if (!applies && task.fullTestName.startsWith(start)) skip(reason);
  }
});
