import { expect } from '@playwright/test';
import { startBarcodeCamera } from '../support/camera/barcode-camera';
import { isLive } from '../support/journeys/is-live';
import { serverAndLivekitAway, test } from '../support/journeys/quiet-test';
import { createEvent, signUp } from '../support/journeys/steps';
import { childOf, workersOfStream } from '../support/product/processes';

/** The product recovers within 10 s on a quiet machine; this one may be busy. */
const recoveryTimeoutMs = 25_000;

const productPid = () => Number(process.env.E2E_PRODUCT_PID);
const gatewayPid = () => childOf(productPid(), 'gateway.mjs');

interface Victim {
  name: string;
  /** @throws Error while there is none */
  pid(): number;
}

/** Whether another process has replaced a killed one. */
function isReplaced(victim: Victim, killedPid: number): boolean {
  try {
    return victim.pid() !== killedPid;
  } catch {
    return false; // not yet
  }
}

test.use({ expectedFaults: serverAndLivekitAway });

test('video recovers by itself when any process is killed, and the state stays right', { tag: '@alone' }, async ({
  page,
}) => {
  test.setTimeout(150_000);
  await page.goto('/signup');
  await signUp(page);
  await createEvent(page, 'Rough Night');
  const added = page.waitForResponse((response) => /\/streams$/.test(response.url()) && response.status() === 201);
  await page.getByRole('button', { name: 'Add stream' }).click();
  const { data: stream } = (await (await added).json()) as { data: { id: string } };
  const card = page.getByRole('article', { name: 'Camera 1' });
  await card.getByRole('switch').click();
  await expect(card.getByRole('switch', { name: 'Camera 1: On' })).toBeVisible();
  await card.getByRole('button', { name: 'Show connection details' }).click();
  const camera = startBarcodeCamera({
    urls: [await card.getByRole('textbox', { name: 'Ingest address' }).inputValue()],
  });
  try {
    const video = card.getByTestId('preview-video');
    await expect.poll(() => isLive(video), { timeout: recoveryTimeoutMs }).toBe(true);

    const workerPid = () => {
      const [pid] = workersOfStream(stream.id);
      if (pid === undefined) throw new Error('no worker');
      return pid;
    };
    const victims: Victim[] = [
      { name: 'the worker', pid: workerPid },
      { name: 'livekit-server', pid: () => childOf(productPid(), 'livekit') },
      { name: 'the gateway', pid: gatewayPid },
    ];
    for (const victim of victims) {
      await test.step(`${victim.name} is killed`, async () => {
        const pid = victim.pid();
        const killedAtMs = Date.now();
        process.kill(pid, 'SIGKILL');
        await expect.poll(() => isReplaced(victim, pid), { timeout: recoveryTimeoutMs }).toBe(true);
        // By then the browser has shown the frames it still had.
        await page.waitForTimeout(500);
        await expect.poll(() => isLive(video), { timeout: recoveryTimeoutMs, intervals: [100] }).toBe(true);
        test.info().annotations.push({ type: victim.name, description: `back after ${Date.now() - killedAtMs} ms` });
        await expect(card.getByRole('switch', { name: 'Camera 1: On' })).toBeVisible();
      });
    }

    expect(workersOfStream(stream.id), 'one worker for the stream').toHaveLength(1);
    await card.getByRole('switch').click();
    await expect(card.getByRole('switch', { name: 'Camera 1: Off' })).toBeVisible();
    await expect.poll(() => workersOfStream(stream.id)).toEqual([]);
  } finally {
    camera.stop();
  }
});
