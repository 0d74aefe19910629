import type { RemoteTrack } from 'livekit-client';
import { participantOf } from '@/lib/contracts/participants';
import { isPublisher } from '@/lib/contracts/source-kinds';
import type { FetchCredentials } from '../room/event-room';
import { Store } from '../store';
import { Duplex, type OpenWays, tailMs } from './duplex';
import { TalkbackRoom } from './talkback-room';

const isDirector = (identity: string): boolean => participantOf(identity)?.kind === 'director';

/** The talkback of a phone that films: it hears directors, and its person speaks to them while a button is held. */
export class PhoneTalkback {
  readonly #room: TalkbackRoom;
  readonly #duplex = new Duplex();
  readonly #changes = new Store(undefined);
  #ways: OpenWays = { speaks: false, playsDirector: true, closesCamera: false };
  #isHeld = false;
  #hasHeadphones = false;
  #isMicrophoneMuted = false;
  /** The camera's own, which the show hears. */
  #microphone: MediaStreamTrack | null = null;
  /** The same sound, for the director. */
  #voice: MediaStreamTrack | null = null;
  #tail: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param ownStreamId the camera that this phone is; null before it is one
   * @param onBell the server has news for this phone
   */
  constructor(fetchCredentials: FetchCredentials, ownStreamId: () => string | null, onBell: (ring: string) => void) {
    const watches = (identity: string) => {
      const participant = participantOf(identity);
      // Nobody hears themselves late.
      const isOther = participant !== null && 'streamId' in participant && participant.streamId !== ownStreamId();
      return isOther && isPublisher(participant);
    };
    this.#room = new TalkbackRoom({ fetchCredentials, hears: isDirector, watches, onBell });
    this.#room.letHear(isDirector);
  }

  /** Whether anybody would hear the person. */
  get hasDirector(): boolean {
    return this.#room.others.some(isDirector);
  }

  get directorSpeaks(): boolean {
    return this.#room.speakers.length > 0;
  }

  get hasHeadphones(): boolean {
    return this.#hasHeadphones;
  }

  /** Whether the person has muted the microphone for the show. The director hears it all the same while they speak to them. */
  get isMicrophoneMuted(): boolean {
    return this.#isMicrophoneMuted;
  }

  get ways(): OpenWays {
    return this.#ways;
  }

  /** The picture that the director sends back; null while there is none. */
  get show(): RemoteTrack | null {
    return this.#room.show;
  }

  /** Calls the listener when anything above changes. @returns a function that removes the listener */
  subscribe = this.#changes.subscribe;

  /** Joins the talkback. @returns a function that leaves it */
  start(): () => void {
    const stopListening = this.#room.subscribe(() => this.#decide());
    const stop = this.#room.start();
    return () => {
      stopListening();
      clearTimeout(this.#tail);
      this.use(null);
      stop();
    };
  }

  /** Takes the voice from the camera's microphone; null while the camera is away. */
  use(microphone: MediaStreamTrack | null): void {
    if (microphone === this.#microphone) return;
    this.#microphone = microphone;
    // A track of its own, because one is silent while the other is heard.
    this.#voice?.stop();
    this.#voice = microphone?.clone() ?? null;
    this.#room.use(this.#voice);
    this.#decide();
  }

  /** The person presses or releases the button. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#decide();
  }

  wearHeadphones(hasHeadphones: boolean): void {
    this.#hasHeadphones = hasHeadphones;
    this.#decide();
  }

  muteMicrophone(isMuted: boolean): void {
    this.#isMicrophoneMuted = isMuted;
    this.#decide();
  }

  #decide(): void {
    const { directorSpeaks } = this;
    const ways = { directorSpeaks, wantsToSpeak: this.#isHeld, hasHeadphones: this.#hasHeadphones };
    this.#ways = this.#duplex.decide(ways);
    this.#room.speak(this.#ways.speaks);
    this.#room.mute(!this.#ways.playsDirector);
    // From a speaker the microphone would send the show into the show.
    this.#room.playShow({ isAudible: this.#hasHeadphones, isDucked: directorSpeaks || this.#isHeld });
    if (this.#microphone) this.#microphone.enabled = !this.#ways.closesCamera && !this.#isMicrophoneMuted;
    clearTimeout(this.#tail);
    if (!directorSpeaks && this.#ways.closesCamera) this.#tail = setTimeout(() => this.#decide(), tailMs);
    this.#changes.notify();
  }
}
