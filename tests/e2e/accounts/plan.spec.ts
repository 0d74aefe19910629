import { expect } from '@playwright/test';
import type { PlanStateJson } from '@/lib/contracts/plan-schemas';
import { test } from '../../support/journeys/quiet-test';
import { Member, signUp } from '../../support/journeys/steps';

const limited: PlanStateJson = {
  slug: 'free',
  chosen_slug: null,
  is_limited: true,
  streams_on: 2,
  max_streams_on: 2,
  can_pay: false,
  is_paying: false,
};

test('a signed-out visitor of the plan is sent to sign in', async ({ page }) => {
  await page.goto('/organization/plan');
  await expect(page).toHaveURL(/\/login\?next=%2Forganization%2Fplan$/);
});

test('the plan that was chosen at sign-up is kept', async ({ page }) => {
  await page.goto('/signup?plan=small-event');
  await signUp(page);
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/v1/plan'));
  await page.goto('/organization/plan');
  expect(await (await answer).json()).toMatchObject({ data: { slug: 'free', chosen_slug: 'small-event' } });
  await expect(page.getByText('No plan limits on this server.')).toBeVisible();
  await expect(page.getByText('You have chosen Small Event. This server has no plan limits')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Usage' })).toContainText('0 of 200 cameras on');
});

test('where plans hold, an owner sees what is used and chooses another one', async ({ page, context }) => {
  await Member.signUp(context);
  // The product of these tests keeps no limits, which would hold for all of them.
  let plan = limited;
  await page.route('**/api/v1/plan', async (route) => {
    if (route.request().method() === 'PUT') {
      const { slug } = (route.request().postDataJSON() as { plan: { slug: PlanStateJson['slug'] } }).plan;
      plan = Object.assign({}, limited, { chosen_slug: slug });
    }
    const answer = route.request().method() === 'PUT' ? Object.assign({ payment_url: null }, plan) : plan;
    await route.fulfill({ json: { data: answer } });
  });
  await page.goto('/organization/plan');
  await expect(page.getByText('Your organization has Free Forever.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Usage' })).toContainText('2 of 2 cameras on');
  await page.getByRole('button', { name: 'Choose Starter' }).click();
  await expect(page.getByRole('list', { name: 'Plans' }).getByText('Chosen, not paid yet')).toBeVisible();
  await expect(page.getByText('You have chosen Starter.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Keep Free Forever' })).toBeVisible();
});
