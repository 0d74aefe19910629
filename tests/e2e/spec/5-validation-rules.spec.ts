import { expect } from '@playwright/test';
import { refusedRequest, test } from '../../support/journeys/quiet-test';
import { errorToastOf } from '../../support/journeys/refusals';
import { Member } from '../../support/journeys/steps';

// Section 5 of the specification.

test.use({ expectedFaults: refusedRequest });

test('Nothing else is checked on the client; server errors are shown', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const event = await member.createEvent('Gala');
  await page.goto('/app');
  const card = page.getByTestId('event-card');
  await test.step('of a blank and of a long event name', async () => {
    await card.getByRole('button', { name: 'Actions for Gala' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await card.getByRole('textbox').fill(' ');
    await card.getByRole('button', { name: 'Save' }).click();
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toHaveText('Event name is required.');
    await card.getByRole('textbox').fill('G'.repeat(121));
    await card.getByRole('button', { name: 'Save' }).click();
    await expect(alert).toHaveText('Event name can have at most 120 characters.');
    await card.getByRole('button', { name: 'Cancel' }).click();
  });
  await test.step("After a successful stream add, the next default name is 'Camera ' plus (stream count plus 2)", async () => {
    await page.goto(`/events/${event.id}`);
    const name = page.getByRole('textbox', { name: 'Stream name' });
    await name.fill('C'.repeat(121));
    await page.getByRole('button', { name: 'Add stream' }).click();
    await expect(page.getByText('Stream name can have at most 120 characters.')).toBeVisible();
    await name.fill('Pulpit');
    await page.getByRole('button', { name: 'Add stream' }).click();
    await expect(name).toHaveValue('Camera 2');
    await page.getByRole('button', { name: 'Add stream' }).click();
    await expect(name).toHaveValue('Camera 3');
  });
  await test.step('of a camera number that the server does not take', async () => {
    const edited = page.getByTestId('stream-card').first();
    await edited.getByRole('button', { name: 'Actions for Pulpit' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    const number = edited.getByRole('textbox', { name: 'Camera number' });
    for (const refused of ['0', '1.5', 'two', '']) {
      await number.fill(refused);
      await edited.getByRole('button', { name: 'Save' }).click();
      const toast = errorToastOf(page).filter({ hasText: 'Number must be a whole number from 1 to 999.' });
      await expect(toast.last()).toBeVisible();
      await toast.last().getByRole('button', { name: 'Close' }).click();
    }
    await edited.getByRole('button', { name: 'Cancel' }).click();
  });
  await test.step('Deleting a stream asks for confirmation', async () => {
    await page.getByRole('button', { name: 'Actions for Pulpit' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Delete stream "Pulpit"?' })).toBeVisible();
  });
});
