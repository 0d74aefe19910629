import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../support/journeys/quiet-test';

/** A sample of a canvas's colors. */
const sample = (canvas: Locator): Promise<string> =>
  canvas.evaluate((element: HTMLCanvasElement) => {
    const { data } = element.getContext('2d')?.getImageData(0, 0, element.width, element.height) ?? { data: [] };
    return Array.from(data)
      .filter((_, index) => index % 997 === 0)
      .join();
  });

/** Waits until the page has drawn so often: what moves has moved by then, however slow the machine is. */
const frames = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (count) => {
    for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
  }, count);

test('a visitor reads the claims, the measured latency and how it is measured', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await expect(page.getByText('About 200 ms preview latency')).toBeVisible();
  await expect(page.getByText('40+ edge locations').first()).toBeVisible();
  for (const figure of [/^\d+ ms on a local network$/, /^\d+ ms with a buffer for the internet$/]) {
    await expect(page.getByText(figure).first()).toBeVisible();
  }
  await page.getByRole('button', { name: 'Copy npm start' }).click();
  await expect(page.getByText('Copied!')).toBeVisible();
  await page.getByRole('link', { name: 'How it is measured' }).click();
  await expect(page.getByRole('heading', { name: 'How the latency is measured' })).toBeInViewport();
});

test('the multiview moves, and the globe turns once it is in view', async ({ page }) => {
  await page.goto('/');
  const multiview = page.getByRole('img', { name: /^Six test pictures/ });
  const before = await sample(multiview);
  await expect.poll(() => sample(multiview)).not.toBe(before);

  const globe = page.getByRole('img', { name: 'A globe that turns slowly.' });
  await expect(globe).toHaveCount(0);
  await page.getByRole('heading', { name: '40+ edge locations' }).scrollIntoViewIfNeeded();
  await expect(globe).toBeVisible();
  const turned = await sample(globe);
  await expect.poll(() => sample(globe)).not.toBe(turned);
  // It stops out of view.
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
  await expect(globe).not.toBeInViewport();
  await frames(page, 10);
  const stopped = await sample(globe);
  await frames(page, 20);
  expect(await sample(globe)).toBe(stopped);
});

test('with reduced motion nothing moves', async ({ browser }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto('/');
  const multiview = page.getByRole('img', { name: /^Six test pictures/ });
  const black = /^(0,)*0$/;
  await expect.poll(() => sample(multiview)).not.toMatch(black);
  const before = await sample(multiview);
  await frames(page, 20);
  expect(await sample(multiview)).toBe(before);
  await context.close();
});

test('prices are monthly or yearly with the saving, and each plan links to its sign-up', async ({ page }) => {
  await page.goto('/');
  const pricing = page.getByRole('region', { name: 'Pricing' });
  await expect(pricing).toContainText('2 months free when billed yearly in advance');
  const plans = pricing.getByRole('list').first().locator('> li');
  await expect(plans).toHaveCount(4);
  const monthly = ['$0/month', '$20/month', '$40/month', '$160/month'];
  for (const [index, price] of monthly.entries()) await expect(plans.nth(index).getByText(price)).toBeVisible();

  await pricing.getByRole('radio', { name: 'Monthly' }).focus();
  await page.keyboard.press('ArrowRight');
  const yearly = ['$0/month', '$160/year', '$400/year', '$1600/year'];
  for (const [index, price] of yearly.entries()) await expect(plans.nth(index).getByText(price)).toBeVisible();
  await expect(plans.nth(2)).toContainText('You save $80 a year');
  await expect(plans.nth(1).getByText('$20/month')).toBeHidden();

  const addresses = await plans
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(addresses).toEqual([
    '/signup',
    '/signup?plan=starter',
    '/signup?plan=small-event',
    '/signup?plan=growth-events',
  ]);
  await pricing.getByRole('link', { name: 'Choose Small Event' }).click();
  await expect(page.getByText('Plan: Small Event')).toBeVisible();
});

test('the call to action links to the sign-up', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Try Sightline for Free' }).click();
  await expect(page).toHaveURL(/\/signup$/);
});
