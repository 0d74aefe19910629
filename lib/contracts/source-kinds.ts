import type { Participant, ParticipantKind } from './participants';

/** Codes and kinds of other rooms are plain texts here: they are checked where they are used. */
interface SourceKindRow {
  /** The sender, as the API's documentation says it. */
  sentBy: string;
  /** The participant whose tracks viewers watch in the event's room. */
  publisher: ParticipantKind;
  /** The participant as which the stream's worker joins that room. */
  worker: ParticipantKind;
  /** Where the worker takes the picture from: a kind of `WorkerSource`. */
  workerSource: string;
  /** Why an SRT caller with the ingest key is refused; null: it is the camera. */
  srtRefusal: string | null;
  /** Why an RTMP caller with the ingest key is refused; null: it is the camera. */
  rtmpRefusal: string | null;
  /** Why a WHIP caller with the ingest key is refused; null: it is the camera. */
  whipRefusal: string | null;
  /** The problem that the diagnosis finds while the camera is on and nothing sends it; null: the worker makes or fetches the picture. */
  missing: string | null;
  /** How analytics name the sender: by the device that joined, or as the encoder names itself in its stream. */
  namedBy: 'device' | 'encoder';
  /** Whether the person at the camera hears the director. */
  hasTalkback: boolean;
  /** Whether the holder of a camera invite may choose it. */
  comesByInvite: boolean;
  /** Whether an event has at most one. */
  isOnePerEvent: boolean;
  /** Whether another camera can take its place: viewers watch what the worker publishes, and it shows no other camera itself. */
  canHaveSpare: boolean;
}

/**
 * Where a camera's picture comes from, and all that differs by it. Members change the kind of a stream, and the holder of its
 * camera invite that of a phone. The rest of a kind lives in `server/worker/sources/` and `components/camera-source/`.
 */
export const sourceKinds = {
  srt: {
    sentBy: 'an encoder calls by SRT',
    publisher: 'camera',
    worker: 'camera',
    workerSource: 'srt',
    srtRefusal: null,
    rtmpRefusal: 'srt_camera',
    whipRefusal: 'This camera is sent by SRT. Add a phone camera for WHIP, or use its SRT address.',
    missing: 'no_encoder',
    namedBy: 'encoder',
    hasTalkback: false,
    comesByInvite: true,
    isOnePerEvent: false,
    canHaveSpare: true,
  },
  phone: {
    sentBy: 'the camera page of a phone publishes it, or any tool that speaks WHIP',
    publisher: 'phone',
    worker: 'receiver',
    workerSource: 'room',
    srtRefusal: 'phone',
    rtmpRefusal: 'phone',
    whipRefusal: null,
    missing: 'no_phone',
    namedBy: 'device',
    hasTalkback: true,
    comesByInvite: true,
    isOnePerEvent: false,
    canHaveSpare: false,
  },
  rtmp: {
    sentBy: 'an encoder, a drone or an action camera calls by RTMP',
    publisher: 'camera',
    worker: 'camera',
    workerSource: 'rtmp',
    srtRefusal: 'rtmp_camera',
    rtmpRefusal: null,
    whipRefusal: 'This camera is sent by RTMP. Add a phone camera for WHIP, or use its RTMP address.',
    missing: 'no_rtmp_encoder',
    namedBy: 'encoder',
    hasTalkback: false,
    comesByInvite: true,
    isOnePerEvent: false,
    canHaveSpare: true,
  },
  test: {
    sentBy: 'the server itself makes a test picture',
    publisher: 'camera',
    worker: 'camera',
    workerSource: 'test',
    srtRefusal: 'test_camera',
    rtmpRefusal: 'test_camera',
    whipRefusal: 'This camera is a test picture. Change its source to send it by WHIP.',
    missing: null,
    namedBy: 'encoder',
    hasTalkback: false,
    comesByInvite: false,
    isOnePerEvent: false,
    canHaveSpare: true,
  },
  pull: {
    sentBy: 'the server itself opens an address by RTSP, SRT, RTMP or HTTP',
    publisher: 'camera',
    worker: 'camera',
    workerSource: 'pull',
    srtRefusal: 'pull_camera',
    rtmpRefusal: 'pull_camera',
    whipRefusal: 'This camera is pulled from an address. Change its source to send it by WHIP.',
    missing: null,
    namedBy: 'encoder',
    hasTalkback: false,
    comesByInvite: false,
    isOnePerEvent: false,
    canHaveSpare: true,
  },
  file: {
    sentBy: 'the server itself plays a recording, once or in a loop',
    publisher: 'camera',
    worker: 'camera',
    workerSource: 'file',
    srtRefusal: 'file_camera',
    rtmpRefusal: 'file_camera',
    whipRefusal: 'This camera plays a recording. Change its source to send it by WHIP.',
    missing: null,
    namedBy: 'encoder',
    hasTalkback: false,
    comesByInvite: false,
    isOnePerEvent: false,
    canHaveSpare: true,
  },
  program: {
    sentBy: 'the server follows the tally and shows the camera on air; an event has one such stream',
    publisher: 'camera',
    worker: 'camera',
    workerSource: 'program',
    srtRefusal: 'program_camera',
    rtmpRefusal: 'program_camera',
    whipRefusal: 'This stream is the program of its event. Add a phone camera for WHIP.',
    missing: null,
    namedBy: 'encoder',
    hasTalkback: false,
    comesByInvite: false,
    isOnePerEvent: true,
    canHaveSpare: false,
  },
  replay: {
    sentBy: 'the server replays what was recorded of the event’s cameras, slowly as well; an event has one such stream',
    publisher: 'camera',
    worker: 'camera',
    workerSource: 'replay',
    srtRefusal: 'replay_camera',
    rtmpRefusal: 'replay_camera',
    whipRefusal: 'This stream is the replay of its event. Add a phone camera for WHIP.',
    missing: null,
    namedBy: 'encoder',
    hasTalkback: false,
    comesByInvite: false,
    isOnePerEvent: true,
    canHaveSpare: false,
  },
} as const satisfies Record<string, SourceKindRow>;

// The database has an enum of the same values; the serializers compile only while they agree.
export type SourceKind = keyof typeof sourceKinds;

export const sourceKindNames = Object.keys(sourceKinds) as SourceKind[];

/** The kinds that the holder of a camera invite may choose. */
export const invitedSourceKinds = sourceKindNames.filter((kind) => sourceKinds[kind].comesByInvite);

/** These kinds, each with its sender, for the API's documentation. */
export const sourceKindWords = (kinds: readonly SourceKind[]): string =>
  kinds.map((kind) => `${kind}: ${sourceKinds[kind].sentBy}.`).join(' ');

/** Whether a participant publishes a stream. */
export const isPublisher = ({ kind }: Participant): boolean =>
  sourceKindNames.some((name) => sourceKinds[name].publisher === kind);
