import type { Browser, BrowserContext, Page } from '@playwright/test';
import { devices } from '@playwright/test';
import type { Show } from '../support/show';

/** Browser arguments with which pages get a camera and a microphone that nobody has to allow. */
export const fakeDevices = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];

/** The picture of {@link showClock}. */
export const clockSize = { width: 1280, height: 720 };

/** Pages of phones, which become cameras of a show by an invite. */
export const openPhones = (browser: Browser): Promise<BrowserContext> => browser.newContext({ ...devices['Pixel 7'] });

/**
 * Gives the pages of a context a camera that shows the time as a barcode (see barcode-source.mjs), and flashes with a
 * tone every two seconds. While `isInCall` is true on a page, another app has the camera.
 * @param ground the color of the picture's middle
 */
export const showClock = (context: BrowserContext, ground = '#788'): Promise<unknown> =>
  context.addInitScript(
    ({ width, height, ground }) => {
      // Pages without https have no devices.
      if (!navigator.mediaDevices) return;
      navigator.mediaDevices.getUserMedia = async () => {
        if (Reflect.get(window, 'isInCall')) throw new DOMException('Another app has the camera', 'NotReadableError');
        const canvas = document.createElement('canvas');
        Object.assign(canvas, { width, height });
        const drawing = canvas.getContext('2d');
        if (!drawing) throw new Error('no canvas');
        const audio = new AudioContext();
        const tone = new OscillatorNode(audio);
        const loudness = new GainNode(audio, { gain: 0 });
        const target = audio.createMediaStreamDestination();
        tone.connect(loudness).connect(target);
        tone.start();
        const [video] = canvas.captureStream(30).getVideoTracks();
        const [sound] = target.stream.getAudioTracks();
        if (!video || !sound) throw new Error('no tracks');
        let index = 0;
        const timer = setInterval(() => {
          if (video.readyState === 'ended') {
            clearInterval(timer);
            void audio.close();
            return;
          }
          const time = Date.now() % 2 ** 32;
          const bytes = [0, 1, 2, 3].map((byte) => Math.floor(time / 2 ** (8 * byte)) & 0xff);
          const checksum = ~bytes.reduce((sum, byte) => sum + byte, 0) & 0xff;
          const bits = [...bytes, checksum].flatMap((byte) => [0, 1, 2, 3, 4, 5, 6, 7].map((bit) => (byte >> bit) & 1));
          drawing.fillStyle = ground;
          drawing.fillRect(0, height / 16, width, height);
          const isFlash = time % 2000 < 200;
          drawing.fillStyle = isFlash ? '#fff' : '#344';
          drawing.fillRect(0, height / 2, width, height / 2);
          loudness.gain.value = isFlash ? 1 : 0;
          drawing.fillStyle = '#cc4';
          drawing.fillRect((index++ * 7) % (width - 90), height / 4, 90, 90);
          for (const [bar, bit] of bits.entries()) {
            drawing.fillStyle = bit ? '#fff' : '#000';
            drawing.fillRect((bar * width) / 40, 0, width / 40, height / 16);
          }
        }, 1000 / 30);
        return new MediaStream([video, sound]);
      };
    },
    Object.assign({ ground }, clockSize),
  );

/** Opens an invite's link and presses Start. @returns the page, and when it was pressed by Date.now() */
export async function joinByLink(
  phones: BrowserContext,
  show: Show,
  path: string,
): Promise<{ page: Page; pressedMs: number }> {
  const page = await phones.newPage();
  await page.goto(`${show.baseUrl}${path}`);
  await page.getByLabel('Your name').fill('Grace');
  const pressedMs = Date.now();
  await page.getByRole('button', { name: 'Start camera' }).click();
  return { page, pressedMs };
}

/** Opens the multiview of a show, signed in. */
export async function openMultiview(context: BrowserContext, show: Show): Promise<Page> {
  await show.signIn(context);
  const multiview = await context.newPage();
  await multiview.goto(`${show.baseUrl}/events/${show.eventId}/multiview?layout=auto`);
  return multiview;
}
