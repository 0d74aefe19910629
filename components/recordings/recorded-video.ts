import Hls, {
  type HlsConfig,
  type Loader,
  type LoaderCallbacks,
  type LoaderConfiguration,
  LoadStats,
  type PlaylistLoaderContext,
} from 'hls.js';
import type { RecordingTimeline } from '@/lib/contracts/recordings';
import { clamp } from '@/lib/core/clamp';
import { FrameTimes } from './frame-times';
import type { PlaybackClock } from './playback-clock';
import { findMoment, type LaneRecording } from './recording-lanes';

/** How often a video is held against the clock. */
const checkIntervalMs = 100;
/** A video further off jumps; one that is nearer runs a little faster or slower until it is there. */
const maxDriftSeconds = 0.35;
/** Off by more than the first, a video is corrected until it is off by less than the second. */
const inStepSeconds = 0.008;
const correctedSeconds = 0.002;
/** Corrects most of a drift within half a second. */
const nudgePerSecond = 4;
/** Ears notice a rate sooner than eyes do. */
const maxNudge = { audible: 0.08, muted: 0.25 };
/** A target that moves by less is the same. */
const sameTargetSeconds = 0.001;
/** Within the last frame of a run. */
const insideFrameSeconds = 0.002;
/** Recoveries of the decoder without a picture in between; a recording that needs more cannot be played. */
const maxRecoveries = 2;
/** Main profile, 1080p. */
const hevcType = 'video/mp4; codecs="hvc1.1.6.L120.90"';
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
  // Asks for the first part while the video element is still being attached.
  startFragPrefetch: true,
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
  #frames = new FrameTimes();
  #jumps = 0;
  /** Where a paused video was last sent. */
  #soughtSeconds = 0;
  #isCorrecting = false;
  #isLoading = false;
  #recoveries = 0;

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
    this.#clock.release(this);
    for (const event of ['canplay', 'seeked'] as const) this.video.removeEventListener(event, this.#onReady);
    this.video.removeEventListener('waiting', this.#onWaiting);
    this.#hls?.destroy();
  }

  readonly #onReady = () => {
    if (!this.video.seeking) this.#clock.release(this);
    if (!this.#isLoading) return;
    this.#isLoading = false;
    this.#recoveries = 0;
    this.#onState('ready');
  };

  readonly #onWaiting = () => {
    if (this.#isLoading) return;
    this.#isLoading = true;
    this.#onState('loading');
  };

  #load({ timeline, playlist }: LaneRecording): void {
    this.#hls?.destroy();
    this.#hls = null;
    this.#recoveries = 0;
    if (timeline.format?.video_codec === 'hevc' && !Hls.getMediaSource()?.isTypeSupported(hevcType)) {
      this.#onState('failed');
      return;
    }
    this.#isLoading = true;
    this.#onState('loading');
    this.#soughtSeconds = startSecondsOf(timeline, this.#clock.positionMs);
    const hls = new Hls({
      ...config,
      startPosition: this.#soughtSeconds,
      ...(playlist === undefined ? {} : { pLoader: loaderOf(playlist) }),
    });
    const frames = new FrameTimes();
    this.#hls = hls;
    this.#frames = frames;
    hls.on(Hls.Events.BUFFER_APPENDING, (_, { type, data, offset, chunkMeta: { sn, id } }) => {
      const parts = this.#shown?.timeline.parts ?? [];
      if (type === 'video') frames.addChunk(parts, sn, id, data, offset ?? 0);
    });
    hls.on(Hls.Events.ERROR, (_, { fatal, type, details }) => {
      const isUnknownCodec = details === Hls.ErrorDetails.BUFFER_ADD_CODEC_ERROR;
      if (!fatal && !isUnknownCodec) return;
      const isRecoverable = type === Hls.ErrorTypes.MEDIA_ERROR && !isUnknownCodec && this.#recoveries < maxRecoveries;
      if (isRecoverable) {
        this.#recoveries++;
        hls.recoverMediaError();
      } else this.#onState('failed');
    });
    hls.loadSource(timeline.playlist_url);
    hls.attachMedia(this.video);
  }

  /** Where the clock's moment is on the video's own timeline; null where that is not known, or nothing was recorded. */
  #targetSeconds(): number | null {
    const parts = this.#shown?.timeline.parts ?? [];
    const moment = findMoment({ parts }, this.#clock.positionMs);
    const startSeconds = moment && this.#startSeconds(moment.index);
    if (!moment || startSeconds === null) return null;
    const seconds = startSeconds + moment.intoMs / 1_000;
    const next = parts[moment.index + 1];
    const lastSeconds = next && !next.begins_run ? null : this.#frames.lastFrameSeconds(moment.index);
    // Behind the last frame of a run there is nothing that could be shown.
    const shownSeconds = lastSeconds === null ? seconds : Math.min(seconds, lastSeconds + insideFrameSeconds);
    return this.#isLoadable(moment.index, shownSeconds) ? shownSeconds : startSeconds + insideFrameSeconds;
  }

  /**
   * False where hls.js would load the next part instead, so that the jump would never end. A part's audio may begin before
   * its keyframe, and hls.js takes that for the part's beginning.
   */
  #isLoadable(index: number, seconds: number): boolean {
    const next = this.#hls?.levels[0]?.details?.fragments[index + 1];
    if (!next || seconds < next.start) return true;
    const { buffered } = this.video;
    const ranges = Array.from({ length: buffered.length }, (_, at) => [buffered.start(at), buffered.end(at)] as const);
    return ranges.some(([start, end]) => start <= seconds && seconds < end);
  }

  /** Where a part begins on the video's own timeline: with its keyframe, and its audio may begin before that. */
  #startSeconds(index: number): number | null {
    return this.#frames.keyframeSeconds(index) ?? this.#hls?.levels[0]?.details?.fragments[index]?.start ?? null;
  }

  /** When the camera captured a frame of the video's own timeline, in milliseconds since 1970; null if unknown. */
  capturedMsAt(mediaSeconds: number): number | null {
    const parts = this.#shown?.timeline.parts ?? [];
    const startsBefore = (_: unknown, index: number) =>
      (this.#frames.keyframeSeconds(index) ?? Number.POSITIVE_INFINITY) <= mediaSeconds;
    const index = parts.findLastIndex(startsBefore);
    const startSeconds = this.#frames.keyframeSeconds(index);
    const part = parts[index];
    return part && startSeconds !== null ? part.start_us / 1_000 + (mediaSeconds - startSeconds) * 1_000 : null;
  }

  /** The moment of the frame after or before the clock's, in milliseconds since 1970. */
  frameMs(by: 1 | -1): number {
    const atMs = this.#clock.positionMs;
    const parts = this.#shown?.timeline.parts ?? [];
    return this.#frames.step(parts, findMoment({ parts }, atMs)?.index ?? null, atMs, by);
  }

  #follow(): void {
    const video = this.video;
    const target = this.#targetSeconds();
    if (target === null || video.readyState === HTMLMediaElement.HAVE_NOTHING) {
      if (!video.paused) video.pause();
      return;
    }
    const { rate, isPlaying, jumps } = this.#clock;
    const goesOn = isPlaying && rate > 0 && rate <= maxPlayedRate;
    const hasJumped = jumps !== this.#jumps;
    if (hasJumped && goesOn) this.#clock.hold(this);
    const plays = goesOn && !this.#clock.isHeld;
    const apartSeconds = video.currentTime - target;
    if (hasJumped || this.#mustSeek(target, apartSeconds, plays)) {
      // While it plays, one that is still seeking gets there first: a new seek each time would never show anything.
      if (hasJumped || !isPlaying || !video.seeking) {
        video.currentTime = target;
        this.#soughtSeconds = target;
      }
      this.#jumps = jumps;
    } else if (plays) video.playbackRate = rate * (1 + this.#nudge(apartSeconds));
    if (plays && video.paused) void video.play().catch(() => undefined);
    if (!plays && !video.paused) video.pause();
  }

  #mustSeek(target: number, apartSeconds: number, plays: boolean): boolean {
    if (plays) return Math.abs(apartSeconds) > maxDriftSeconds;
    // Beyond what browsers play, the pictures jump. A paused video stays where it was sent, whatever it says of that.
    if (this.#clock.isPlaying) return Math.abs(apartSeconds) > inStepSeconds;
    return Math.abs(target - this.#soughtSeconds) > sameTargetSeconds;
  }

  /** How much faster or slower a video runs to get into step. */
  #nudge(apartSeconds: number): number {
    this.#isCorrecting = Math.abs(apartSeconds) > (this.#isCorrecting ? correctedSeconds : inStepSeconds);
    const max = this.video.muted ? maxNudge.muted : maxNudge.audible;
    return this.#isCorrecting ? clamp(-apartSeconds * nudgePerSecond, -max, max) : 0;
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
