import { expect, test } from '../fixtures/test.ts';
import { guests } from './guests.ts';
import { errorsJourney, proofJourney, telegramJourney, transferJourney, Visit } from './journey.ts';
import { prepare, run } from './project.ts';
import { serveGuest } from './site.ts';

const journeys = {
  transfer: transferJourney,
  errors: errorsJourney,
  proof: proofJourney,
  telegram: telegramJourney,
};

for (const guest of guests) {
  test(guest.name, async ({ context, server }) => {
    const { folder, made } = await test.step('installs', () => prepare(guest));
    process.stdout.write(`     ${guest.name}: ${made.join(', ')}\n`);
    const [program = 'npm', ...parameters] = guest.build ?? ['npm', 'run', 'build'];
    await test.step(`${program} ${parameters.join(' ')}`, () => run(program, parameters, folder));
    if (guest.served === 'nothing') return;
    const site = await serveGuest(guest, folder);
    try {
      const visit = await Visit.begin(context, site.origin, server);
      const journey = guest.journey ?? 'transfer';
      await test.step(`${journey}, in Chromium`, () => journeys[journey](visit, site.origin));
      expect(visit.complaints).toEqual([]);
    } finally {
      await site.stop();
    }
  });
}
