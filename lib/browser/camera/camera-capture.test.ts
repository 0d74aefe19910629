import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CameraCapture } from './camera-capture';

const stream = { getTracks: () => [] } as unknown as MediaStream;
const getUserMedia = vi.fn<MediaDevices['getUserMedia']>();
const refused = (name: string) => new DOMException('refused', name);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  getUserMedia.mockReset();
});

test('a camera that another app has is said, and opened by itself when that app lets it go', async () => {
  const capture = new CameraCapture();
  getUserMedia.mockRejectedValue(refused('NotReadableError'));
  const started = capture.start();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(capture.state).toEqual({ status: 'interrupted', isHeld: true });
  getUserMedia.mockResolvedValue(stream);
  await vi.advanceTimersByTimeAsync(5_000);
  await started;
  expect(capture.state).toEqual({ status: 'capturing', stream });
});

test('a wait for such a camera ends when the person takes another way', async () => {
  const capture = new CameraCapture();
  getUserMedia.mockRejectedValue(refused('AbortError'));
  const started = capture.start();
  await vi.advanceTimersByTimeAsync(2_000);
  capture.stop();
  await started;
  expect(capture.state).toEqual({ status: 'idle' });
});

test.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'missing'],
])('a camera that is refused by %s is %s at once', async (name, status) => {
  const capture = new CameraCapture();
  getUserMedia.mockRejectedValue(refused(name));
  await capture.start();
  expect(capture.state).toEqual({ status });
});
