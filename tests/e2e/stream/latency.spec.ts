import { expect } from '@playwright/test';
import { refusedRequest, test } from '../../support/journeys/quiet-test';
import { holdBack, Member } from '../../support/journeys/steps';

test.use({ expectedFaults: refusedRequest });

test('a latency is chosen, shows at once in addresses and guides, and is undone on failure', async ({
  page,
  context,
}) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent();
  const stream = await member.addStream(id);
  await page.goto(`/events/${id}`);
  const card = page.getByTestId('stream-card');
  await card.getByRole('button', { name: 'Show connection details' }).click();
  const more = card.getByText('Source, latency, encryption and keys');
  await more.click();
  const choice = card.getByRole('combobox', { name: 'Latency' });
  const ingest = card.getByRole('textbox', { name: 'Ingest address' });
  const view = card.getByRole('textbox', { name: 'View address' });
  const expectLatency = async (ms: number) => {
    await expect(ingest).toHaveValue(new RegExp(`&latency=${ms * 1_000}$`));
    await expect(view).toHaveValue(new RegExp(`&rcvlatency=${ms * 1_000}$`));
    await expect(card.getByText(`&latency=${ms}`, { exact: true })).toBeVisible();
  };
  await expect(choice.locator('option:checked')).toHaveText('Internet (120 ms)');
  await expectLatency(120);

  await test.step('a failed change shows at once, and is undone', async () => {
    await page.route(/\/streams\/[\w-]+$/, (route) => route.fulfill({ status: 500, json: {} }));
    const answer = await holdBack(page, /\/streams\/[\w-]+$/);
    await choice.selectOption({ label: 'Local network (20 ms)' });
    await expectLatency(20);
    answer();
    await expect(page.getByText('Failed to update stream')).toBeVisible();
    await expectLatency(120);
    await expect(choice.locator('option:checked')).toHaveText('Internet (120 ms)');
    await page.unrouteAll();
  });

  await test.step('Local network is the encoder’s to decide, a number is not', async () => {
    await choice.selectOption({ label: 'Local network (20 ms)' });
    await expectLatency(20);
    await expect(card.getByText('Enter the new address in the encoder.')).toBeVisible();
    await card.getByRole('tab', { name: 'Larix' }).click();
    await expect(card.getByRole('textbox', { name: 'Latency (ms)' })).toHaveValue('20');
    await choice.selectOption({ label: 'Custom…' });
    const number = card.getByRole('spinbutton', { name: 'Latency in milliseconds' });
    await expect(number).toBeFocused();
    await number.fill('350');
    await number.press('Enter');
    await expectLatency(350);
    await expect(card.getByText('even if it asks for less')).toBeVisible();
  });

  await expect
    .poll(async () => (await member.call('GET /streams/{id}', { params: { id: stream.id } })) as object)
    .toMatchObject({ attributes: { latency: 350, latency_ms: 350 } });
  await page.reload();
  await card.getByRole('button', { name: 'Show connection details' }).click();
  await more.click();
  await expect(choice.locator('option:checked')).toHaveText('Custom (350 ms)');
  await choice.selectOption({ label: 'Mobile (250 ms)' });
  await expectLatency(250);
  await expect(card.getByText('not measured yet')).toBeVisible();
});
