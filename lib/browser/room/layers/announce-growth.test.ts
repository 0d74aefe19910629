import { EventEmitter } from 'node:events';
import { TrackInfo, TrackType, type UpdateTrackSettings } from '@livekit/protocol';
import { RemoteTrackPublication, type RemoteVideoTrack, Track, TrackEvent } from 'livekit-client';
import { afterEach, expect, test, vi } from 'vitest';
import { announceGrowth } from './announce-growth';

let resize: (height: number) => void;

afterEach(() => vi.unstubAllGlobals());

/** What LiveKit's server is told of a publication's video, of which the page shows 320 x 180 at first. */
function start({ isInView = true } = {}) {
  const video = { clientWidth: 0, clientHeight: 0 };
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onResize: () => void) {
        resize = (height) => {
          Object.assign(video, { clientWidth: (height * 16) / 9, clientHeight: height });
          onResize();
        };
      }
      observe() {}
      disconnect() {
        resize = () => undefined;
      }
    },
  );
  const info = new TrackInfo({ sid: 'TR_1', type: TrackType.VIDEO });
  const publication = new RemoteTrackPublication(Track.Kind.Video, info, true);
  const track = Object.assign(new EventEmitter(), { sid: '', kind: Track.Kind.Video, isAdaptiveStream: true });
  publication.setTrack(track as unknown as RemoteVideoTrack);
  track.emit(TrackEvent.VisibilityChanged, isInView);
  const told: string[] = [];
  publication.on(TrackEvent.UpdateSettings, ({ disabled, width, height }: UpdateTrackSettings) =>
    told.push(disabled ? 'hidden' : `${width}x${height}`),
  );
  const stop = announceGrowth(publication, video as HTMLVideoElement);
  resize(180);
  return { told, stop };
}

test('LiveKit hears at once that a video is too large for the low layer, as of one that comes into view', () => {
  const { told, stop } = start();
  resize(360);
  expect(told).toEqual([]);
  resize(720);
  expect(told).toEqual(['1280x720', 'hidden', '1280x720']);
  resize(900);
  expect(told).toHaveLength(3);
  resize(180);
  expect(told.slice(3)).toEqual(['320x180']);
  stop();
  resize(720);
  expect(told).toHaveLength(4);
});

test('a video that is out of view stays so', () => {
  const { told } = start({ isInView: false });
  resize(720);
  expect(told).toEqual([]);
});
