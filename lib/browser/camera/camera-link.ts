import { type CrewRing, tallyByRing } from '@/lib/contracts/crew-ring';
import type {
  CameraReport,
  CameraStateJson,
  HandOverJson,
  JoinedCameraJson,
  OpenedInviteJson,
} from '@/lib/contracts/phones';
import type { SourceKind } from '@/lib/contracts/source-kinds';
import { retry } from '@/lib/core/backoff';
import { ApiError } from '../api/api-error';
import { sendRequest } from '../api/send-request';
import type { FetchCredentials, RoomCredentials } from '../room/event-room';
import { Store } from '../store';
import { DeviceMemory } from './device-memory';

export type CameraState = CameraStateJson['attributes'];
export type OpenedInvite = OpenedInviteJson['attributes'];
type Joined = JoinedCameraJson['attributes'];

/** The state of a camera invite on this page. */
export type CameraLinkState =
  | { status: 'opening' }
  /** This device may become a camera. */
  | { status: 'invited'; invite: OpenedInvite }
  /** This device is a camera. */
  | { status: 'joined'; camera: CameraState; usesApp: boolean }
  /** This device is a camera that films nothing until its person begins again. */
  | { status: 'stopped' }
  /** `message` is a sentence for the person. `canRetry`: it may work later. */
  | { status: 'refused'; message: string; canRetry: boolean };

/** The address or key by which an app sends a camera. */
export type CameraApp =
  | { kind: 'phone'; whipPath: string }
  | { kind: 'srt'; secrets: NonNullable<Joined['srt']> }
  | { kind: 'rtmp'; streamKey: string };

function appOf({ srt, rtmp, whip_path }: Joined): CameraApp {
  if (srt) return { kind: 'srt', secrets: srt };
  if (rtmp) return { kind: 'rtmp', streamKey: rtmp.stream_key };
  return { kind: 'phone', whipPath: whip_path ?? '' };
}

/** The device's own figures. */
export type DeviceReport = Omit<CameraReport, 'device_secret' | 'acknowledged_message_id' | 'answer' | 'has_stopped'>;

/** A text of this phone's person to the director. */
export interface CameraAnswer {
  id: string;
  text: string;
  /** Whether the server has it. */
  isSent: boolean;
}

/** The rooms of a phone: one that it films into, and one to talk. */
type CameraRoom = 'event' | 'talkback';

const final = ['not_found', 'gone', 'invalid_input'];

/** How often a phone asks to be a camera before its page says that the server is away. */
const maxTries = 4;

/** Whether the server may have done what was asked, or may do it later. */
const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Opens a camera invite by its secret, and keeps this device its camera: for a page without an account. */
export class CameraLink {
  readonly #secret: string;
  readonly #memory: DeviceMemory;
  readonly #state = new Store<CameraLinkState>({ status: 'opening' });
  #credentials: Record<CameraRoom, RoomCredentials> | null = null;
  #acknowledged: string | undefined;
  #answer: CameraAnswer | null = null;
  /** The report that is on its way. */
  #reporting: Promise<void> = Promise.resolve();
  #streamId: string | null = null;
  /** Counts the rings that this phone has heard. */
  #rings = 0;
  #app: CameraApp | null = null;

  /** @param secret what follows the # in the link */
  constructor(secret: string, memory = new DeviceMemory(secret)) {
    this.#secret = secret;
    this.#memory = memory;
  }

  get state(): CameraLinkState {
    return this.#state.get();
  }

  /** The camera that this device is; null before it is one. */
  get streamId(): string | null {
    return this.#streamId;
  }

  /** The way for another app to send this camera; null before this device is one. */
  get app(): CameraApp | null {
    return this.#app;
  }

  /** Whether another app films in place of this page. Without https no browser opens a camera. */
  get usesApp(): boolean {
    return this.#memory.usesApp || globalThis.isSecureContext === false;
  }

  /** Lets another app film, or this page again. */
  setUsesApp(usesApp: boolean): void {
    this.#memory.usesApp = usesApp;
    if (this.state.status === 'joined') this.#state.set({ status: 'joined', camera: this.state.camera, usesApp });
  }

  /** The name of the person who holds this phone, as given last. */
  get person(): string {
    return this.#memory.person;
  }

  /** Whether this device stays the same camera when its page is closed and opened again. */
  get isLasting(): boolean {
    return this.#memory.isLasting;
  }

  /** Whether this device was a camera of this invite before. */
  get isKnown(): boolean {
    return this.#memory.deviceSecret !== undefined;
  }

  /** Calls the listener when the state changes. @returns a function that removes the listener */
  subscribe = this.#state.subscribe;

  /** Asks whom the invite is from. A device that is a camera already becomes it again. */
  async open(): Promise<void> {
    if (this.isKnown && this.#memory.hasStopped) return this.#state.set({ status: 'stopped' });
    if (this.isKnown) return void (await this.join(this.person));
    try {
      const { data } = await sendRequest('POST /camera_invites/find', null, {
        body: { camera_invite: { secret: this.#secret } },
      });
      this.#state.set({ status: 'invited', invite: data.attributes });
    } catch (error) {
      this.#refuse(error);
    }
  }

  /**
   * Makes this device a camera, or renews its right to be one.
   * @param source_kind who sends it from now on; without it, whoever did
   * @returns whether it is one
   */
  async join(person: string, source_kind?: SourceKind): Promise<boolean> {
    const isFirst = !this.isKnown;
    if (isFirst) this.#memory.begin(person);
    try {
      const device_secret = this.#memory.deviceSecret;
      const body = { camera: { secret: this.#secret, device_secret, person, source_kind } };
      const { id, attributes } = (await this.#repeat(() => sendRequest('POST /camera', null, { body }))).data;
      this.#streamId = id;
      this.#app = appOf(attributes);
      this.#memory.keep(attributes.device_secret, person);
      this.#take(attributes);
      return true;
    } catch (error) {
      // A device that may have been let in asks again as the same one.
      if (isFirst && !isTemporary(error)) this.#memory.forget();
      this.#refuse(error);
      return false;
    }
  }

  /** Repeats a call whose answer was lost: a phone walks out of the network, and back. A camera's own loops repeat anyway. */
  #repeat<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    return retry(call, {
      firstMs: 500,
      capMs: 2_000,
      onFailure: (error, failures) => {
        if (failures === maxTries || this.state.status === 'joined' || !isTemporary(error)) throw error;
      },
    });
  }

  /** Reports how the device does, and takes what the director says. Without contact the last state stays. */
  report(report: DeviceReport): Promise<void> {
    this.#reporting = this.#report(report);
    return this.#reporting;
  }

  async #report(report: DeviceReport): Promise<void> {
    const { deviceSecret } = this.#memory;
    if (deviceSecret === undefined || this.state.status !== 'joined') return;
    const [acknowledged, told, rings] = [this.#acknowledged, this.#answer, this.#rings];
    const camera = Object.assign({ device_secret: deviceSecret, acknowledged_message_id: acknowledged }, report, {
      answer: told && !told.isSent ? { id: told.id, text: told.text } : undefined,
    });
    try {
      const { data } = await sendRequest('PUT /camera/report', null, { body: { camera } });
      if (this.#acknowledged === acknowledged) this.#acknowledged = undefined;
      if (told && this.#answer === told) this.#answer = Object.assign({}, told, { isSent: true });
      if (this.state.status !== 'joined') return;
      // An answer from before a ring would turn the tally back for a moment; another report follows each ring.
      const { tally } = rings === this.#rings ? data.attributes : this.state.camera;
      this.#setJoined(Object.assign({}, data.attributes, { tally }));
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** Takes the tally that the room tells, sooner than a report does. @param ring null: it tells none */
  hear(ring: CrewRing | null): void {
    const { state } = this;
    if (!ring || state.status !== 'joined' || this.#streamId === null) return;
    this.#rings++;
    const tally = tallyByRing(ring, this.#streamId, state.camera.tally);
    this.#setJoined(Object.assign({}, state.camera, { tally }));
  }

  /** The person has tapped the director's message. The next report says so. */
  acknowledge(messageId: string): void {
    this.#acknowledged = messageId;
    const { state } = this;
    if (state.status === 'joined') this.#setJoined(state.camera);
  }

  /** Makes a code by which another phone becomes this camera. @throws ApiError */
  async handOver(): Promise<HandOverJson['attributes']> {
    const device_secret = this.#memory.deviceSecret ?? '';
    return (await sendRequest('POST /camera/hand_overs', null, { body: { camera: { device_secret } } })).data
      .attributes;
  }

  /** The person's last text to the director; null before the first. */
  get answer(): CameraAnswer | null {
    return this.#answer;
  }

  /** Tells the director a text, with the next report. It answers the director's message, where there is one. */
  tell(text: string): void {
    this.#answer = { id: crypto.randomUUID(), text, isSent: false };
    const { state } = this;
    if (state.status !== 'joined') return;
    if (state.camera.message) this.#acknowledged = state.camera.message.id;
    this.#setJoined(state.camera);
  }

  /** Stops being a camera until {@link begin}, and tells the server, however long that takes. */
  async stop(): Promise<void> {
    const { deviceSecret } = this.#memory;
    if (deviceSecret === undefined || this.state.status !== 'joined') return;
    this.#memory.hasStopped = true;
    this.#state.set({ status: 'stopped' });
    // A report that comes later would turn the camera on again.
    await this.#reporting.catch(() => undefined);
    const camera = { device_secret: deviceSecret, has_stopped: true };
    await retry(
      async () => this.state.status === 'stopped' && sendRequest('PUT /camera/report', null, { body: { camera } }),
      {
        firstMs: 500,
        capMs: 5_000,
        onFailure: (error) => {
          if (!isTemporary(error)) this.#refuse(error);
        },
      },
    );
  }

  /** The person films again. */
  begin(): Promise<void> {
    this.#memory.hasStopped = false;
    return this.open();
  }

  /** For the event's room. */
  fetchCredentials: FetchCredentials = (connection) => this.#credentialsFor('event', connection);

  /** For the event's talkback. */
  fetchTalkbackCredentials: FetchCredentials = (connection) => this.#credentialsFor('talkback', connection);

  /** The token of the last answer for the first connection, and a new one for each other. */
  async #credentialsFor(room: CameraRoom, connection: 'first' | 'again'): Promise<RoomCredentials | null> {
    // A device that was refused has forgotten who it was. Asking again, it would become another camera of its invite.
    if (this.state.status !== 'joined') return null;
    if (connection === 'first' && this.#credentials) return this.#credentials[room];
    if (await this.join(this.person)) return this.#credentials?.[room] ?? null;
    if (this.state.status === 'joined') throw new Error('The server cannot be asked for a room token');
    return null;
  }

  #take({
    livekit_url: url,
    livekit_token: token,
    talkback_token,
    device_secret: _,
    whip_path: __,
    srt: ___,
    rtmp: ____,
    ...camera
  }: Joined): void {
    this.#credentials = { event: { url, token }, talkback: { url, token: talkback_token } };
    this.#setJoined(camera);
  }

  #setJoined(camera: CameraState): void {
    this.#state.set({ status: 'joined', camera: this.#withTap(camera), usesApp: this.usesApp });
  }

  /** Shows the tap at once, although the server hears of it with the next report. */
  #withTap(camera: CameraState): CameraState {
    if (!camera.message || camera.message.id !== this.#acknowledged) return camera;
    return Object.assign({}, camera, { message: Object.assign({}, camera.message, { is_acknowledged: true }) });
  }

  #refuse(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    const { code, message } = error;
    if (isTemporary(error) && this.state.status === 'joined') return;
    // A camera that was removed or revoked must ask again, as any other device.
    if (code === 'gone') this.#memory.forget();
    this.#state.set({
      status: 'refused',
      message: message || 'This link does not open.',
      canRetry: !final.includes(code),
    });
  }
}
