import { PlaybackClock } from '@/components/recordings/playback-clock';
import { pressPlaybackKey } from '@/components/recordings/playback-keys';
import { RecordedVideo } from '@/components/recordings/recorded-video';
import type { LaneRecording } from '@/components/recordings/recording-lanes';

/** A jump while it played: how long the video took to get there, and how far the clock had gone on by then. */
export interface TimedJump {
  tookMs: number;
  movedMs: number;
}

/** A page with one recorded camera and the keys of playback. Begins when it is told what to play, and from when on. */
Object.assign(window, {
  playRecording(shown: LaneRecording, startMs: number) {
    const video = document.createElement('video');
    video.muted = true;
    document.body.append(video);
    const clock = new PlaybackClock(startMs);
    const player = new RecordedVideo(video, clock, (state) => {
      document.body.dataset.state = state;
    });
    player.show(shown);
    document.addEventListener('keydown', (event) => pressPlaybackKey(event, clock, player));
    const jumpTo = async (atMs: number): Promise<TimedJump> => {
      const fromMs = performance.now();
      clock.jumpTo(atMs);
      await new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
      return { tookMs: performance.now() - fromMs, movedMs: clock.positionMs - atMs };
    };
    Object.assign(window, { jumpTo });
  },
});
