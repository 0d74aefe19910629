import { EventEmitter } from 'node:events';
import { TrackInfo, TrackType, type UpdateTrackSettings } from '@livekit/protocol';
import { RemoteTrackPublication, type RemoteVideoTrack, Track, TrackEvent } from 'livekit-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renewVideo } from './renew-video';

const [low, source] = [360, 720];
let told: string[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** A camera's video on the page, of which LiveKit's server is told. */
function start(cameraHeight = source) {
  told = [];
  const info = new TrackInfo({
    sid: 'TR_1',
    type: TrackType.VIDEO,
    width: (cameraHeight * 16) / 9,
    height: cameraHeight,
  });
  const publication = new RemoteTrackPublication(Track.Kind.Video, info, true);
  const track = Object.assign(new EventEmitter(), { sid: '', kind: Track.Kind.Video, isAdaptiveStream: true });
  publication.setTrack(track as unknown as RemoteVideoTrack);
  track.emit(TrackEvent.VisibilityChanged, true);
  const video = Object.assign(new EventTarget(), { clientHeight: 180, videoHeight: low });
  publication.on(TrackEvent.UpdateSettings, ({ disabled }: UpdateTrackSettings) => told.push(disabled ? 'off' : 'on'));
  stop = renewVideo(publication, video as unknown as HTMLVideoElement);
  return {
    publication,
    track,
    pass(seconds: number, clientHeight: number, videoHeight: number) {
      const isResized = videoHeight !== video.videoHeight;
      Object.assign(video, { clientHeight, videoHeight });
      if (isResized) video.dispatchEvent(new Event('resize'));
      vi.advanceTimersByTime(seconds * 1_000);
    },
  };
}

/** Of a video that has the low layer at this height: none for so many seconds, one soon after, and no other. */
function expectOneRenewal(pass: ReturnType<typeof start>['pass'], afterSeconds: number, clientHeight: number) {
  pass(afterSeconds, clientHeight, low);
  expect(told).toEqual([]);
  pass(0.5, clientHeight, low);
  expect(told).toEqual(['off', 'on']);
  pass(60, clientHeight, low);
  expect(told).toHaveLength(2);
}

test('a video that has become large and keeps to the low layer is renewed once', () => {
  const { pass } = start();
  pass(60, 180, low);
  expectOneRenewal(pass, 3.9, 900);
});

test('a video that LiveKit steps down is not: it is its to step up again', () => {
  const { pass } = start();
  pass(2, 900, low);
  pass(2, 900, source);
  pass(60, 900, low);
  expect(told).toEqual([]);
});

test('nor is one that was sharp for a moment alone', () => {
  const { pass } = start();
  pass(2.1, 900, low);
  pass(0.3, 900, source);
  pass(60, 900, low);
  expect(told).toEqual([]);
});

test('a video that was stepped down when it became small is renewed a while later', () => {
  const { pass } = start();
  pass(2, 900, source);
  pass(2, 900, low);
  expectOneRenewal(pass, 5.9, 180);
});

test('a video that the page keeps to the low layer counts as a small one', () => {
  const { pass, publication } = start();
  pass(2, 900, low);
  publication.setVideoQuality(0);
  told = [];
  pass(60, 900, low);
  expect(told).toEqual(['off', 'on']);
});

test('a camera that sends no more than the low layer has wants no more', () => {
  const { pass } = start(low);
  pass(60, 900, low);
  expect(told).toEqual([]);
});

test('a video that leaves the view in the pause stays away', () => {
  const { pass, track } = start();
  pass(4, 900, low);
  track.emit(TrackEvent.VisibilityChanged, false);
  pass(60, 900, low);
  expect(told).toEqual(['off', 'off']);
});
