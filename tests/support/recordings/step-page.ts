import { PlaybackClock } from '@/components/recordings/playback-clock';
import { pressPlaybackKey } from '@/components/recordings/playback-keys';
import { RecordedVideo } from '@/components/recordings/recorded-video';
import type { LaneRecording } from '@/components/recordings/recording-lanes';

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
  },
});
