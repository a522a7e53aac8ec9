import { openScene, type Width } from '../fixtures/gallery.ts';
import { expect, test } from '../fixtures/test.ts';
import { addSheet, changesUnder } from '../host-styles/looks.ts';
import { HOST_SHEETS } from '../host-styles/sheets.ts';

// The gallery's policy allows no style elements, and the tests add the host's sheet as one.
test.use({ trace: 'off', bypassCSP: true });

/**
 * Number of parts that a sheet may change in @tonconnect/ui-react's widget: the boxes that span the
 * body.
 */
const TOLERATED = 2;

const SCENES: readonly (readonly [scene: string, width: Width])[] = [
  ['button-disconnected', 390],
  ['menu', 1280],
  ['universal', 1280],
  ['all', 390],
  ['wallet-declined', 390],
  ['confirm-sent', 390],
  ['notices-several', 1280],
];

for (const [scene, width] of SCENES) {
  test(`${scene} keeps its look and size under every host style sheet (${width} px)`, async ({
    page,
    server,
  }) => {
    await openScene(page, server.origin, scene, { theme: 'light', width });
    const changed: Record<string, unknown> = {};
    for (const { name, css } of HOST_SHEETS) {
      const changes = await changesUnder(page, css);
      if (changes.length > TOLERATED) changed[`${name}: ${changes.length} parts`] = changes;
    }
    expect(changed).toEqual({});
  });
}

test('the wallet dialog has the same pixels under every host style sheet', async ({
  page,
  server,
}) => {
  await openScene(page, server.origin, 'universal', { theme: 'light', width: 1280 });
  const card = page.locator('dialog [data-outside] > div');
  const box = await card.boundingBox();
  if (!box) throw new Error('The sheet has no card');
  // Without the rounded corners, behind which the page is visible.
  const clip = { x: box.x + 8, y: box.y + 24, width: box.width - 16, height: box.height - 48 };
  const bare = await page.screenshot({ clip });
  const different: string[] = [];
  for (const { name, css } of HOST_SHEETS) {
    const style = await addSheet(page, css);
    if (!(await page.screenshot({ clip })).equals(bare)) different.push(name);
    await style.evaluate((element) => element.remove());
  }
  expect(different).toEqual([]);
});

test("a hovered or pressed control keeps its look under the host's button styles", async ({
  page,
  server,
}) => {
  await openScene(page, server.origin, 'universal', { theme: 'light', width: 1280, motion: 'on' });
  const copyLink = page.getByRole('button', { name: 'Copy link' });
  const look = () =>
    copyLink.evaluate((button) => {
      const { backgroundColor, color, borderTopWidth, borderTopColor } = getComputedStyle(button);
      // The colour of a border without width is invisible.
      const edge = borderTopWidth === '0px' ? 'none' : `${borderTopWidth} ${borderTopColor}`;
      return { backgroundColor, color, edge };
    });
  const bare = await look();
  await addSheet(page, 'button:hover { border-color: red; } button:focus { border-color: blue; }');
  await copyLink.hover();
  expect(await look()).toEqual(bare);
  await copyLink.focus();
  expect(await look()).toEqual(bare);
});
