import { backoffMs } from '@/lib/core/backoff';
import { pause } from '@/lib/core/pause';
import { Store } from '../store';
import { FrameWatch } from './frame-watch';

/** The state of the device's camera. */
export type CaptureState =
  /** Nobody has asked for it yet. */
  | { status: 'idle' }
  | { status: 'asking' }
  | { status: 'capturing'; stream: MediaStream }
  /** It was taken away, or stands still. It is asked for again until it comes. `isHeld`: another app has it. */
  | { status: 'interrupted'; isHeld: boolean }
  /** The person or the browser does not allow it. */
  | { status: 'denied' }
  /** The device has none, or it was unplugged; one that was there is asked for again until it comes. */
  | { status: 'missing' };

/** The lens, microphone and size that the person has chosen. */
export interface CaptureChoice {
  facing: 'environment' | 'user';
  /** A lens by its id, which outranks `facing`. */
  lensId: string | null;
  microphoneId: string | null;
  /** Lines of the picture. A lens that has fewer gives what it has. */
  lines: 720 | 1080;
}

/** A call is over when the person hangs up, and the picture is due three seconds later. */
const retry = { firstMs: 300, capMs: 1_000 };
const checkIntervalMs = 500;

/**
 * The device's camera and microphone. Asks for them again whenever they were taken away: after a call, in the
 * background, or when the lens shows no new frame.
 */
export class CameraCapture {
  #choice: CaptureChoice = { facing: 'environment', lensId: null, microphoneId: null, lines: 720 };
  #isTooSlow = false;
  readonly #frames = new FrameWatch();
  readonly #state = new Store<CaptureState>({ status: 'idle' });
  /** Ends the present capture or attempt. */
  #attempt = new AbortController();

  get state(): CaptureState {
    return this.#state.get();
  }

  get choice(): CaptureChoice {
    return this.#choice;
  }

  /** Whether the device has given 1080p up, because it could not encode it. */
  get isTooSlow(): boolean {
    return this.#isTooSlow;
  }

  /** Whether the device shows its own picture too late. */
  get isBehind(): boolean {
    return this.#frames.isSlow;
  }

  /** Calls the listener when the state changes. @returns a function that removes the listener */
  subscribe = this.#state.subscribe;

  /** Asks for camera and microphone. Resolves when they are there, refused or missing. */
  async start(): Promise<void> {
    this.#state.set({ status: 'asking' });
    await this.#acquire();
  }

  /** Changes lens, microphone or size. */
  async choose(change: Partial<CaptureChoice>): Promise<void> {
    this.#choice = Object.assign({}, this.#choice, change);
    if (this.state.status !== 'idle') await this.#acquire();
  }

  /** The encoder cannot follow 1080p: films 720p from now on. */
  async stepDown(): Promise<void> {
    this.#isTooSlow = true;
    await this.choose({ lines: 720 });
  }

  /** Releases camera and microphone. */
  stop(): void {
    this.#attempt.abort();
    this.#release();
    this.#state.set({ status: 'idle' });
  }

  /** Watches the frames of the preview, and the page's visibility. @returns a function that ends it */
  watch(preview: HTMLVideoElement): () => void {
    let frames = 0;
    let callback = 0;
    const canCount = 'requestVideoFrameCallback' in preview;
    const onFrame = () => {
      frames++;
      callback = preview.requestVideoFrameCallback(onFrame);
    };
    if (canCount) callback = preview.requestVideoFrameCallback(onFrame);
    const timer = setInterval(() => {
      const isJudged = this.state.status === 'capturing' && document.visibilityState === 'visible' && canCount;
      if (!isJudged) this.#frames.reset();
      else if (this.#frames.isDead(frames)) void this.#interrupt();
    }, checkIntervalMs);
    let wasHidden = false;
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') wasHidden = true;
      // iOS keeps a dead track live after the background, so the camera is always asked for again.
      else if (wasHidden) {
        wasHidden = false;
        if (this.state.status === 'capturing') void this.#interrupt();
      }
    };
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      clearInterval(timer);
      if (canCount) preview.cancelVideoFrameCallback(callback);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }

  async #interrupt(): Promise<void> {
    // Before the new attempt, because a phone opens no second lens while the first is open.
    this.#release();
    this.#state.set({ status: 'interrupted', isHeld: false });
    await this.#acquire();
  }

  async #acquire(): Promise<void> {
    this.#attempt.abort();
    const attempt = new AbortController();
    this.#attempt = attempt;
    this.#release();
    for (let count = 0; !attempt.signal.aborted; count++) {
      try {
        const stream = await openDevices(this.#choice);
        if (attempt.signal.aborted) return stopTracks(stream);
        for (const track of stream.getTracks()) {
          const onEnd = () => void this.#interrupt();
          track.addEventListener('ended', onEnd, { signal: attempt.signal });
        }
        this.#state.set({ status: 'capturing', stream });
        return;
      } catch (error) {
        if (attempt.signal.aborted) return;
        const wasAsked = this.state.status === 'asking';
        const name = error instanceof DOMException ? error.name : '';
        if (name === 'NotAllowedError') return this.#state.set({ status: 'denied' });
        // Any other error: another app has the camera, and it comes back when the app lets it go.
        this.#state.set(name === 'NotFoundError' ? { status: 'missing' } : { status: 'interrupted', isHeld: true });
        if (wasAsked && name === 'NotFoundError') return;
        await pause(backoffMs(count, retry), attempt.signal);
      }
    }
  }

  #release(): void {
    const { state } = this;
    if (state.status === 'capturing') stopTracks(state.stream);
  }
}

/** Camera with microphone; the camera alone where there is no microphone. @throws DOMException as getUserMedia */
async function openDevices({ facing, lensId, microphoneId, lines }: CaptureChoice): Promise<MediaStream> {
  const video: MediaTrackConstraints = {
    width: { ideal: (lines * 16) / 9 },
    height: { ideal: lines },
    frameRate: { ideal: 30 },
    ...(lensId ? { deviceId: { exact: lensId } } : { facingMode: { ideal: facing } }),
  };
  // A show wants the sound as it is: what cleans speech breaks music.
  const audio: MediaTrackConstraints = {
    echoCancellation: false,
    noiseSuppression: false,
    ...(microphoneId ? { deviceId: { exact: microphoneId } } : {}),
  };
  try {
    return await navigator.mediaDevices.getUserMedia({ video, audio });
  } catch (error) {
    if (error instanceof DOMException && ['NotFoundError', 'OverconstrainedError'].includes(error.name)) {
      return navigator.mediaDevices.getUserMedia({ video });
    }
    throw error;
  }
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
