import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeyframeRepeats } from './keyframe-repeats';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const lowLayer = { isSourceLayer: false, isNew: false };
const sourceLayer = { isSourceLayer: true, isNew: false };

function setUp() {
  const sendKeyframe = vi.fn();
  return { sendKeyframe, repeats: new KeyframeRepeats(sendKeyframe) };
}

test('a viewer who has just come has three more keyframes', () => {
  const { sendKeyframe, repeats } = setUp();
  repeats.viewerCame();
  repeats.requested(lowLayer);
  vi.advanceTimersByTime(5_000);
  expect(sendKeyframe).toHaveBeenCalledTimes(3);
});

test('so have viewers of tracks that are new, whenever they came', () => {
  const { sendKeyframe, repeats } = setUp();
  repeats.requested({ ...lowLayer, isNew: true });
  vi.advanceTimersByTime(5_000);
  expect(sendKeyframe).toHaveBeenCalledTimes(3);
});

test('who steps down to the low layer later has no more than the one', () => {
  const { sendKeyframe, repeats } = setUp();
  repeats.viewerCame();
  vi.advanceTimersByTime(6_000);
  repeats.requested(lowLayer);
  repeats.requested(sourceLayer);
  vi.advanceTimersByTime(5_000);
  expect(sendKeyframe).not.toHaveBeenCalled();
});

test('requests that LiveKit repeats each second for the source layer do not begin anew', () => {
  const { sendKeyframe, repeats } = setUp();
  repeats.viewerCame();
  for (let second = 0; second < 3; second++) {
    repeats.requested(sourceLayer);
    vi.advanceTimersByTime(1_000);
  }
  expect(sendKeyframe).toHaveBeenCalledTimes(3);
  repeats.requested(sourceLayer);
  vi.advanceTimersByTime(1_000);
  expect(sendKeyframe).toHaveBeenCalledTimes(6);
});

test('nothing is sent once it is closed', () => {
  const { sendKeyframe, repeats } = setUp();
  repeats.viewerCame();
  repeats.requested(lowLayer);
  repeats.close();
  vi.advanceTimersByTime(5_000);
  expect(sendKeyframe).not.toHaveBeenCalled();
});
