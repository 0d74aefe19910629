import { type BrowserContext, expect, type Locator } from '@playwright/test';
import { startBarcodeCamera } from '../../support/camera/barcode-camera';
import { test } from '../../support/journeys/quiet-test';
import { addCameras, Member } from '../../support/journeys/steps';
import { type ImpairmentProxy, openImpairmentProxy } from '../../support/network/impairment-proxy';

/** Puts a network between the pages of a context and LiveKit. @returns it, once a page has called */
function openDownlink(context: BrowserContext): { network: Promise<ImpairmentProxy>; ready: Promise<void> } {
  let resolve: (network: Promise<ImpairmentProxy>) => void;
  const network = new Promise<ImpairmentProxy>((settle) => {
    resolve = settle;
  });
  let opened: Promise<ImpairmentProxy> | undefined;
  const ready = (async () => {
    await context.exposeFunction('portOfDownlink', async (livekitPort: number) => {
      opened ??= openImpairmentProxy(livekitPort);
      resolve(opened);
      return (await opened).port;
    });
    await context.addInitScript(() => {
      type Add = (this: RTCPeerConnection, candidate?: RTCIceCandidateInit | null) => Promise<void>;
      const add: Add = RTCPeerConnection.prototype.addIceCandidate;
      const addElsewhere: Add = async function (candidate) {
        const [, host = '', port = ''] = / ([\d.]+) (\d+) typ host/.exec(candidate?.candidate ?? '') ?? [];
        if (!candidate?.candidate || !port) return add.call(this, candidate);
        const proxyPort = await Reflect.get(window, 'portOfDownlink')(Number(port));
        const line = candidate.candidate.replace(` ${host} ${port} typ`, ` 127.0.0.1 ${proxyPort} typ`);
        const { sdpMid, sdpMLineIndex } = candidate;
        return add.call(this, { candidate: line, sdpMid, sdpMLineIndex });
      };
      Object.assign(RTCPeerConnection.prototype, { addIceCandidate: addElsewhere });
    });
  })();
  return { network, ready };
}

/** The width that is shown, and the longest time between two frames, over a while. */
const watch = (video: Locator, durationMs: number): Promise<{ width: number; longestGapMs: number; frames: number }> =>
  video.evaluate(async (element: HTMLVideoElement, watchMs) => {
    let [lastMs, longestGapMs, frames] = [performance.now(), 0, 0];
    const note = () => {
      const nowMs = performance.now();
      longestGapMs = Math.max(longestGapMs, nowMs - lastMs);
      lastMs = nowMs;
    };
    const onFrame = () => {
      note();
      frames++;
      element.requestVideoFrameCallback(onFrame);
    };
    element.requestVideoFrameCallback(onFrame);
    await new Promise((resolve) => setTimeout(resolve, watchMs));
    note();
    return { width: element.videoWidth, longestGapMs, frames };
  }, durationMs);

test('a viewer alone whose downlink narrows gets the low layer without a freeze', {
  tag: '@alone',
}, async ({ page, context }) => {
  test.setTimeout(120_000);
  const { network: opened, ready } = openDownlink(context);
  await ready;
  const member = await Member.signUp(context);
  const { id } = await member.createEvent();
  const addresses = await addCameras(member, id, 1, 1);
  const camera = startBarcodeCamera({ urls: addresses, isTextured: true, hasAudio: false });
  try {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto(`/events/${id}/multiview`);
    const video = page.getByTestId('preview-video');
    const showsWidth = (width: number) =>
      expect
        .poll(() => video.evaluate((element: HTMLVideoElement) => element.videoWidth), { timeout: 30_000 })
        .toBe(width);
    await showsWidth(1280);
    // Long enough for the worker to see that nobody needs the low layer.
    await page.waitForTimeout(6_000);
    const network = await opened;
    network.impair({ rateKbps: 1_000 });
    const [stepDown] = await Promise.all([watch(video, 15_000), showsWidth(640)]);
    expect(stepDown.longestGapMs).toBeLessThan(1_000);
    const low = await watch(video, 4_000);
    expect(low).toMatchObject({ width: 640 });
    expect(low.longestGapMs).toBeLessThan(1_000);
  } finally {
    camera.stop();
    (await opened).close();
  }
});
