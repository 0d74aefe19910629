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
  /** The problem that the diagnosis finds while the camera is on and nothing sends it. */
  missing: string;
  /** How analytics name the sender: by the device that joined, or as the encoder names itself in its stream. */
  namedBy: 'device' | 'encoder';
  /** Whether the person at the camera hears the director. */
  hasTalkback: boolean;
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
  },
} as const satisfies Record<string, SourceKindRow>;

// The database has an enum of the same values; the serializers compile only while they agree.
export type SourceKind = keyof typeof sourceKinds;

export const sourceKindNames = Object.keys(sourceKinds) as SourceKind[];

/** The kinds, each with its sender, for the API's documentation. */
export const sourceKindWords = sourceKindNames.map((kind) => `${kind}: ${sourceKinds[kind].sentBy}.`).join(' ');

/** Whether a participant publishes a stream. */
export const isPublisher = ({ kind }: Participant): boolean =>
  sourceKindNames.some((name) => sourceKinds[name].publisher === kind);
