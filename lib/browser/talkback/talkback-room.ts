import type { LocalAudioTrack, RemoteParticipant, RemoteTrack, RemoteTrackPublication, Room } from 'livekit-client';
import { addressFor, type FetchCredentials, loadLiveKit } from '../room/event-room';
import { KeptConnection } from '../room/kept-connection';
import { Store } from '../store';

interface TalkbackRoomOptions {
  fetchCredentials: FetchCredentials;
  /** Says whether this page plays a participant's voice. */
  hears: (identity: string) => boolean;
  /** Says whether this page plays a participant as a camera of the show. */
  watches?: (identity: string) => boolean;
  /** The server has news for this page. @param ring see contracts/crew-ring.ts */
  onBell?: (ring: string) => void;
}

/**
 * A page's connection to the talkback of an event. LiveKit lets nobody hear its microphone but the audience. Replaces a
 * lost connection with a new one, for ever.
 */
export class TalkbackRoom {
  readonly #options: TalkbackRoomOptions;
  readonly #changes = new Store(undefined);
  readonly #players = new Map<RemoteTrackPublication, HTMLAudioElement>();
  #isConnected = false;
  #speakers: readonly string[] = [];
  #others: readonly string[] = [];
  #isMuted = false;
  #show: RemoteTrack | null = null;
  #hearsShow = false;
  #isShowDucked = false;
  #isSpeaking = false;
  #isInAudience: (identity: string) => boolean = () => false;
  #room: Room | null = null;
  #microphone: MediaStreamTrack | null = null;
  #voice: LocalAudioTrack | null = null;
  /** Puts changes of the voice in order. */
  #changing: Promise<void> = Promise.resolve();
  readonly #kept = new KeptConnection({
    connectOnce: (...attempt) => this.#connectOnce(...attempt),
    isLost: () => !this.#isConnected,
  });

  constructor(options: TalkbackRoomOptions) {
    this.#options = options;
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** Identities whose voices this page receives now. */
  get speakers(): readonly string[] {
    return this.#speakers;
  }

  /** Identities of all others in the room. */
  get others(): readonly string[] {
    return this.#others;
  }

  /** The picture of the camera that this page watches; null while there is none. */
  get show(): RemoteTrack | null {
    return this.#show;
  }

  /** Calls the listener when anything above changes. @returns a function that removes the listener */
  subscribe = this.#changes.subscribe;

  /** Connects, and stays connected. @returns a function that disconnects */
  start(): () => void {
    return this.#kept.start();
  }

  /** Takes the voice from this microphone from now on. */
  use(microphone: MediaStreamTrack | null): void {
    this.#microphone = microphone;
    this.#change();
  }

  /** Lets these hear the microphone, and nobody else. LiveKit takes a moment, so it is done before the first word. */
  letHear(isInAudience: (identity: string) => boolean): void {
    this.#isInAudience = isInAudience;
    this.#permit();
  }

  /** Opens or closes the microphone. */
  speak(isSpeaking: boolean): void {
    if (isSpeaking === this.#isSpeaking) return;
    this.#isSpeaking = isSpeaking;
    this.#change();
  }

  /** Silences all voices on this page, or lets them sound again. */
  mute(isMuted: boolean): void {
    this.#isMuted = isMuted;
    this.#adjustPlayers();
  }

  /** Plays the sound of the camera that this page watches, quieter while somebody speaks. */
  playShow({ isAudible, isDucked }: { isAudible: boolean; isDucked: boolean }): void {
    this.#isShowDucked = isDucked;
    this.#adjustPlayers();
    if (isAudible === this.#hearsShow) return;
    this.#hearsShow = isAudible;
    this.#subscribe();
  }

  /** Resolves when the connection ends. @throws if it cannot be established */
  async #connectOnce(connection: 'first' | 'again', over: AbortSignal, onConnected: () => void): Promise<void> {
    const [{ Room, RoomEvent }, credentials] = await Promise.all([
      loadLiveKit(),
      this.#options.fetchCredentials(connection),
    ]);
    if (!credentials || over.aborted) return;
    const room = new Room({ stopLocalTrackOnUnpublish: false });
    const ended = new Promise<void>((resolve) => {
      room.once(RoomEvent.Disconnected, () => resolve());
      // LiveKit would wait between its own attempts; a new room does not.
      room.once(RoomEvent.Reconnecting, () => resolve());
      over.addEventListener('abort', () => resolve(), { once: true });
    });
    const update = () => this.#update();
    room
      .on(RoomEvent.RoomMetadataChanged, (ring) => this.#options.onBell?.(ring))
      .on(RoomEvent.ParticipantConnected, () => {
        this.#permit();
        update();
      })
      .on(RoomEvent.ParticipantDisconnected, update)
      .on(RoomEvent.TrackPublished, update)
      .on(RoomEvent.TrackMuted, update)
      .on(RoomEvent.TrackUnmuted, update)
      .on(RoomEvent.TrackSubscribed, (_track, publication, { identity }) => {
        if (publication.kind === 'audio') this.#play(publication, identity);
        update();
      })
      .on(RoomEvent.TrackUnsubscribed, (_track, publication) => {
        this.#stopPlaying(publication);
        update();
      });
    this.#room = room;
    try {
      const connecting = room.connect(addressFor(credentials.url), credentials.token, { autoSubscribe: false });
      await Promise.race([connecting, ended]);
      if (over.aborted) return;
      onConnected();
      this.#isConnected = true;
      this.#permit();
      this.#change();
      update();
      await ended;
    } finally {
      for (const publication of this.#players.keys()) this.#stopPlaying(publication);
      room.removeAllListeners();
      await room.disconnect(false);
      if (this.#room === room) {
        this.#room = null;
        this.#voice = null;
        this.#isConnected = false;
      }
      update();
    }
  }

  #permit(): void {
    const room = this.#room;
    if (!room) return;
    const audience = [...room.remoteParticipants.keys()].filter((identity) => this.#isInAudience(identity));
    room.localParticipant.setTrackSubscriptionPermissions(
      false,
      audience.map((participantIdentity) => ({ participantIdentity, allowAll: true })),
    );
  }

  #change(): void {
    this.#changing = this.#changing.then(async () => {
      const room = this.#room;
      if (!room || !this.#isConnected) return;
      try {
        await this.#applyVoice(room);
      } catch {
        // A new connection publishes the voice again.
        if (this.#room === room) this.#kept.renew();
      }
    });
  }

  async #applyVoice(room: Room): Promise<void> {
    const microphone = this.#microphone;
    if (microphone && this.#voice && this.#voice.mediaStreamTrack !== microphone) {
      await this.#voice.replaceTrack(microphone, true);
      // LiveKit pauses a track that the system has muted.
      await this.#voice.resumeUpstream();
    }
    if (!this.#voice && this.#isSpeaking && microphone) {
      const { Track } = await loadLiveKit();
      const { audioTrack } = await room.localParticipant.publishTrack(microphone, { source: Track.Source.Microphone });
      this.#voice = audioTrack ?? null;
    }
    if (this.#voice?.isMuted === this.#isSpeaking) {
      await (this.#isSpeaking ? this.#voice.unmute() : this.#voice.mute());
    }
  }

  #play(publication: RemoteTrackPublication, identity: string): void {
    const player = new Audio();
    const isShow = this.#watches(identity);
    player.dataset[isShow ? 'show' : 'voice'] = identity;
    publication.track?.attach(player);
    // In the document, because some browsers pause what is not.
    document.body.append(player);
    this.#players.set(publication, player);
    this.#adjustPlayers();
  }

  #adjustPlayers(): void {
    for (const player of this.#players.values()) {
      if (player.dataset.voice !== undefined) player.muted = this.#isMuted;
      else duck(player, this.#isShowDucked);
    }
  }

  #stopPlaying(publication: RemoteTrackPublication): void {
    const player = this.#players.get(publication);
    if (!player) return;
    publication.track?.detach(player);
    player.remove();
    this.#players.delete(publication);
  }

  #update(): void {
    const participants = this.#participants;
    const speakers: string[] = [];
    let show: RemoteTrack | null = null;
    for (const { identity, trackPublications } of participants) {
      for (const publication of trackPublications.values()) {
        const { isSubscribed, isMuted, kind, track } = publication;
        if (this.#options.hears(identity) && isSubscribed && !isMuted) speakers.push(identity);
        if (this.#watches(identity) && kind === 'video' && track) show = track;
      }
    }
    this.#speakers = speakers;
    this.#show = show;
    this.#others = participants.map(({ identity }) => identity);
    this.#changes.notify();
    this.#subscribe();
  }

  /** Asks for what this page plays. LiveKit gives what the publisher allows. */
  #subscribe(): void {
    for (const { identity, trackPublications } of this.#participants) {
      for (const publication of trackPublications.values()) {
        const isShow = this.#watches(identity);
        const isNeeded = this.#options.hears(identity) || (isShow && (publication.kind === 'video' || this.#hearsShow));
        if (publication.isDesired !== isNeeded) publication.setSubscribed(isNeeded);
      }
    }
  }

  get #participants(): RemoteParticipant[] {
    return this.#isConnected ? [...(this.#room?.remoteParticipants.values() ?? [])] : [];
  }

  #watches(identity: string): boolean {
    return this.#options.watches?.(identity) ?? false;
  }
}

const duckedVolume = 0.15;

/** Makes a player quieter. Safari on iPhones changes no volume, so it is silent there. */
function duck(player: HTMLAudioElement, isDucked: boolean): void {
  player.volume = isDucked ? duckedVolume : 1;
  player.muted = isDucked && player.volume > duckedVolume;
}
