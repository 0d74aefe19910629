import { expect } from '@playwright/test';
import { pagesWithout } from '../support/journeys/pages';
import { test } from '../support/journeys/quiet-test';
import { memberScreens, publicScreens } from '../support/journeys/screens';

test('every page of the app is one whose accessibility, width and controls are looked at', async ({ context }) => {
  const paths = [...publicScreens, ...(await memberScreens(context))].map((screen) => screen.path);
  expect(pagesWithout(paths)).toEqual([]);
  expect(pagesWithout(['/'])).toContain('/events/[id]/multiview');
});
