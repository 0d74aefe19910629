import { expect } from '@playwright/test';
import { failureTexts } from '../support/journeys/literal-texts';
import { serverAway, test } from '../support/journeys/quiet-test';
import { disconnectCable } from '../support/journeys/refusals';
import { memberScreens } from '../support/journeys/screens';
import { operator, signIn } from '../support/journeys/steps';
import { answerUnknownValues, unheardOf } from '../support/journeys/unknown-values';

// A server that is newer than the page in a browser: statuses, roles, codes and levels that the page has never heard of.

test.use({ expectedFaults: serverAway, expectedAnswerFaults: /answers what it does not declare/ });

/** The pages that show cameras. */
const withCameras = /^\/(app|events|streams)/;

for (const [what, kept, pages] of [
  ['any value', ['role', 'latency'], /^/],
  ['the problems and figures of a live camera', ['role', 'status', 'signal'], withCameras],
  ['the role', [], /^/],
] as const) {
  test(`no page ends because it does not know ${what}`, async ({ page, context }) => {
    test.slow();
    const screens = (await memberScreens(context)).filter(({ path }) => pages.test(path));
    await disconnectCable(page);
    await answerUnknownValues(page, kept);
    for (const { name, path, landmark } of screens) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await expect(page.getByText(failureTexts.unknown), name).toHaveCount(0);
      // A user with an unknown role sees nothing that needs a role.
      if (what !== 'the role') await expect(landmark(page).first(), name).toBeVisible();
    }
  });
}

test('a status, an alert level and a problem that the page does not know are shown as they are', async ({
  page,
  context,
}) => {
  const screens = await memberScreens(context);
  const pathOf = (screen: string) => screens.find(({ name }) => name === screen)?.path ?? '';
  await disconnectCable(page);
  await answerUnknownValues(page, ['role']);
  await page.goto(pathOf('event'));
  await expect(page.getByTestId('stream-card').getByTestId('state')).toHaveText(unheardOf);
  await page.unrouteAll();
  await answerUnknownValues(page, ['role', 'status', 'signal']);
  await page.goto(pathOf('dashboard'));
  const panel = page.getByTestId('stream-panel');
  await expect(panel.getByText(unheardOf, { exact: true })).toBeVisible();
  await expect(panel.getByText(`${unheardOf}, since`)).toBeVisible();
});

test('a check of the server that the page does not know is shown as it is', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, operator.email, operator.password);
  await page.waitForURL('**/app');
  await answerUnknownValues(page, ['role']);
  await page.goto('/organization/system');
  const row = page.getByRole('region', { name: 'The server' }).getByRole('listitem').first();
  await expect(row.getByRole('heading', { name: unheardOf })).toBeVisible({ timeout: 20_000 });
  await expect(row).toContainText(`${unheardOf}: `);
});
