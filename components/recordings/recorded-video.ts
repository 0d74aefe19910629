import Hls, {
  type HlsConfig,
  type Loader,
  type LoaderCallbacks,
  type LoaderConfiguration,
  LoadStats,
  type PlaylistLoaderContext,
} from 'hls.js';
import type { RecordingTimeline } from '@/lib/contracts/recordings';
import type { PlaybackClock } from './playback-clock';
import { findMoment, type LaneRecording } from './recording-lanes';

/** How often a video is held against the clock. */
const checkIntervalMs = 100;
/** A video further off jumps; one that is nearer runs a little faster or slower until it is there. */
const maxDriftSeconds = 0.35;
const inStepSeconds = 0.012;
const maxNudge = 0.08;
/** Browsers decode no faster; beyond it the pictures jump. */
const maxPlayedRate = 4;

const config: Partial<HlsConfig> = {
  // The page's security policy permits no worker out of a blob.
  enableWorker: false,
  // The whole recording is at hand, so these limits on loading ahead and keeping back only bound memory.
  maxBufferLength: 12,
  maxMaxBufferLength: 12,
  backBufferLength: 12,
  // A seek into a part begins at its keyframe.
  maxBufferHole: 0.2,
};

export type VideoState = 'loading' | 'ready' | 'failed';

/** Plays a camera's recording in a video element, in step with a clock that others follow, too. */
export class RecordedVideo {
  readonly video: HTMLVideoElement;
  readonly #clock: PlaybackClock;
  readonly #onState: (state: VideoState) => void;
  readonly #unsubscribe: () => void;
  readonly #timer: ReturnType<typeof setInterval>;
  #shown: LaneRecording | null = null;
  #hls: Hls | null = null;
  #jumps = 0;
  #isLoading = false;

  constructor(video: HTMLVideoElement, clock: PlaybackClock, onState: (state: VideoState) => void) {
    this.video = video;
    this.#clock = clock;
    this.#onState = onState;
    this.#unsubscribe = clock.subscribe(() => this.#follow());
    this.#timer = setInterval(() => this.#follow(), checkIntervalMs);
    for (const event of ['canplay', 'seeked'] as const) video.addEventListener(event, this.#onReady);
    video.addEventListener('waiting', this.#onWaiting);
  }

  /** Shows another recording; of the same one, what there is of it now. */
  show(shown: LaneRecording): void {
    const isSame = shown.recording.id === this.#shown?.recording.id;
    this.#shown = shown;
    if (!isSame) this.#load(shown);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#unsubscribe();
    for (const event of ['canplay', 'seeked'] as const) this.video.removeEventListener(event, this.#onReady);
    this.video.removeEventListener('waiting', this.#onWaiting);
    this.#hls?.destroy();
  }

  readonly #onReady = () => {
    if (!this.#isLoading) return;
    this.#isLoading = false;
    this.#onState('ready');
  };

  readonly #onWaiting = () => {
    if (this.#isLoading) return;
    this.#isLoading = true;
    this.#onState('loading');
  };

  #load({ timeline, playlist }: LaneRecording): void {
    this.#hls?.destroy();
    this.#isLoading = true;
    this.#onState('loading');
    const hls = new Hls({
      ...config,
      startPosition: startSecondsOf(timeline, this.#clock.positionMs),
      ...(playlist === undefined ? {} : { pLoader: loaderOf(playlist) }),
    });
    this.#hls = hls;
    hls.on(Hls.Events.ERROR, (_, { fatal, type }) => {
      if (!fatal) return;
      if (type === Hls.ErrorTypes.MEDIA_ERROR) hls.recoverMediaError();
      else this.#onState('failed');
    });
    hls.loadSource(timeline.playlist_url);
    hls.attachMedia(this.video);
  }

  /** Where the clock's moment is on the video's own timeline; null where that is not known, or nothing was recorded. */
  #targetSeconds(): number | null {
    const moment = this.#shown && findMoment(this.#shown.timeline, this.#clock.positionMs);
    const fragment = moment && this.#hls?.levels[0]?.details?.fragments[moment.index];
    if (!fragment) return null;
    // The part begins with its keyframe, and its audio may begin before that.
    const startSeconds = fragment.elementaryStreams.video?.startPTS ?? fragment.start;
    return startSeconds + moment.intoMs / 1_000;
  }

  /** When the camera captured a frame of the video's own timeline, in milliseconds since 1970; null if unknown. */
  capturedMsAt(mediaSeconds: number): number | null {
    const fragments = this.#hls?.levels[0]?.details?.fragments ?? [];
    const index = fragments.findLastIndex(
      ({ elementaryStreams }) => (elementaryStreams.video?.startPTS ?? Number.POSITIVE_INFINITY) <= mediaSeconds,
    );
    const startSeconds = fragments[index]?.elementaryStreams.video?.startPTS;
    const part = this.#shown?.timeline.parts[index];
    return part && startSeconds !== undefined ? part.start_us / 1_000 + (mediaSeconds - startSeconds) * 1_000 : null;
  }

  #follow(): void {
    const video = this.video;
    const target = this.#targetSeconds();
    if (target === null || video.readyState === HTMLMediaElement.HAVE_NOTHING) {
      if (!video.paused) video.pause();
      return;
    }
    const { rate, isPlaying, jumps } = this.#clock;
    const hasJumped = jumps !== this.#jumps;
    const apartSeconds = video.currentTime - target;
    const isTooFast = rate > maxPlayedRate;
    if (
      hasJumped ||
      Math.abs(apartSeconds) > maxDriftSeconds ||
      (!isPlaying && Math.abs(apartSeconds) > inStepSeconds)
    ) {
      // One that is still seeking gets there first: a new seek each time would never show anything.
      if (hasJumped || !video.seeking) video.currentTime = target;
      this.#jumps = jumps;
    } else {
      const nudge = Math.abs(apartSeconds) < inStepSeconds ? 0 : Math.max(-maxNudge, Math.min(maxNudge, -apartSeconds));
      video.playbackRate = Math.min(rate, maxPlayedRate) * (1 + nudge);
    }
    const plays = isPlaying && !isTooFast;
    if (plays && video.paused) void video.play().catch(() => undefined);
    if (!plays && !video.paused) video.pause();
  }
}

/** Where a moment is by the playlist alone, before any part is loaded. */
function startSecondsOf(timeline: RecordingTimeline, atMs: number): number {
  const moment = findMoment(timeline, atMs);
  if (!moment) return 0;
  const before = timeline.parts.slice(0, moment.index);
  return before.reduce((sum, { duration_us: durationUs }) => sum + durationUs / 1e6, moment.intoMs / 1_000);
}

/** Gives hls.js a playlist that is here already, instead of a request. */
function loaderOf(playlist: string): NonNullable<HlsConfig['pLoader']> {
  return class implements Loader<PlaylistLoaderContext> {
    context: PlaylistLoaderContext | null = null;
    readonly stats = new LoadStats();

    load(
      context: PlaylistLoaderContext,
      _: LoaderConfiguration,
      callbacks: LoaderCallbacks<PlaylistLoaderContext>,
    ): void {
      this.context = context;
      // All parts of hls.js hear first that a playlist is loaded.
      queueMicrotask(() => {
        if (this.context !== context) return;
        const nowMs = performance.now();
        Object.assign(this.stats.loading, { start: nowMs, first: nowMs, end: nowMs });
        callbacks.onSuccess({ url: context.url, data: playlist }, this.stats, context, null);
      });
    }

    abort(): void {
      this.context = null;
    }

    destroy(): void {
      this.abort();
    }
  };
}
