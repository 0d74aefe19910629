import { availableParallelism } from 'node:os';
import type { CameraLimits, WorkerPermit } from '@/lib/contracts/worker-protocol';
import type { MediaClock } from '@/lib/media/media-clock';
import type { Logger } from '@/lib/platform/log';
import type { FaultLog } from '../../control/fault-log';
import type { VideoMode } from '../../monitor/describe-media';
import type { Monitor } from '../../monitor/monitor';
import type { ProgramSubscriber, Tracks, TsProgram } from '../../program/ts-program';
import type { VideoUnit } from '../../program/video-track';
import type { Output, OutputState } from '../output';
import { CameraAudio } from './camera-audio';
import { CameraVideo } from './camera-video';
import { Rooms } from './publish/rooms';
import { BridgeSlots } from './transcode/bridge-slots';

export interface RoomOutputOptions {
  livekitUrl: string;
  /** A fresh token for each join. @param shareLinkId null: for the event's room */
  getToken(shareLinkId: string | null): Promise<string>;
  /** Whether it publishes in the event's room, too, and not only in those of share links. */
  isInEventRoom: boolean;
  program: Pick<TsProgram, 'subscribe'>;
  monitor: Monitor;
  clock: MediaClock;
  limits: CameraLimits;
  faults: FaultLog;
  log: Logger;
  /** {@link RoomOutput.state} has changed. */
  onStateChange(): void;
}

/**
 * Publishes a camera in its event's room and its share links' rooms: video in the layers that they need, audio as Opus.
 */
export class RoomOutput implements Output, ProgramSubscriber {
  readonly #rooms: Rooms;
  readonly #video: CameraVideo;
  readonly #audio: CameraAudio;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #tracks: Tracks = { video: null, audio: null };
  #state: OutputState = 'starting';

  constructor(options: RoomOutputOptions) {
    const { livekitUrl, getToken, isInEventRoom, program, monitor, clock, limits, faults, log, onStateChange } =
      options;
    this.#rooms = new Rooms({
      url: livekitUrl,
      isInEventRoom,
      clock,
      log,
      getToken,
      onJoinedChange: (isJoined) => {
        const state = isJoined ? 'running' : 'starting';
        if (state === this.#state) return;
        this.#state = state;
        onStateChange();
      },
      onWatched: (watched) => {
        log.debug({ watched }, 'room: watched layers');
        this.#video.setWatched(watched);
      },
      onViewerJoined: () => this.#video.warmUp(),
      onKeyframeRequest: (layer) => this.#video.requestKeyframe(layer),
    });
    this.#video = new CameraVideo({
      clock,
      room: this.#rooms,
      monitor,
      maxPixels: limits.maxSidePixels ** 2,
      faults,
      bridgeSlots: new BridgeSlots('sightline-bridge', availableParallelism()),
    });
    this.#audio = new CameraAudio({ room: this.#rooms, faults });
    monitor.subscribeAudio('room', (frame, ticks) => this.#audio.addFrame(frame, ticks));
    program.subscribe('room', this);
  }

  get state(): OutputState {
    return this.#state;
  }

  /** How the rooms get the video; null until enough access units have come. */
  get videoMode(): VideoMode | null {
    return this.#video.settledMode;
  }

  /** Stays in the rooms until {@link stop}. @throws WorkerFault when joining the event's room again is of no use */
  start(): Promise<void> {
    this.#running = this.#rooms.run(this.#stopping.signal);
    return this.#running;
  }

  /** Leaves the rooms. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled([this.#running]);
    this.#state = 'stopped';
  }

  /** Publishes in the rooms of these share links and leaves all others. */
  follow({ shareRooms }: Pick<WorkerPermit, 'shareRooms'>): void {
    this.#rooms.setShareRooms(shareRooms);
  }

  tracksChanged(tracks: Tracks): void {
    const before = this.#tracks;
    this.#tracks = tracks;
    if (!tracks.video) this.#video.interrupt();
    else if (tracks.video !== before.video) this.#video.start(tracks.video);
    if (!tracks.audio) this.#audio.stop();
    this.#publish();
  }

  addVideoUnit(unit: VideoUnit): void {
    this.#video.addUnit(unit);
    if (unit.isKeyframe) this.#publish();
  }

  videoExceeded(): void {
    this.#video.interrupt();
  }

  ended(): void {
    this.#video.interrupt();
  }

  /** Publishes the tracks once they are known. */
  #publish(): void {
    const hasAudio = this.#tracks.audio !== null;
    if (!this.#tracks.video) {
      if (hasAudio) this.#rooms.setFormat({ video: null, hasAudio });
      return;
    }
    const { size } = this.#video;
    if (size) this.#rooms.setFormat({ video: size, hasAudio });
  }
}
