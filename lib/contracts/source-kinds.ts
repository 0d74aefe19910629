import { type EncoderSettings, enterAddress, larixConnection } from './encoder-settings';
import type { Participant, ParticipantKind } from './participants';

/** A problem of the diagnosis, with its code. */
interface Words {
  problem: string;
  sentence: string;
  fix: string;
  settings: EncoderSettings | null;
}

/** Codes and kinds of other rooms are plain texts here: they are checked where they are used. */
interface SourceKindRow {
  label: string;
  /** Names its usual senders for people who do not know the protocol. */
  senders: string;
  /** The sender, as the API's documentation says it. */
  sentBy: string;
  /** The participant whose tracks viewers watch in the event's room. */
  publisher: ParticipantKind;
  /** The participant as which the stream's worker joins that room. */
  worker: ParticipantKind;
  /** Where the worker takes the picture from: a row of `worker-sources.ts`. */
  workerSource: string;
  /** The protocol of the encoder that sends it with the ingest key; null: none does. */
  takes: 'srt' | 'rtmp' | 'whip' | null;
  /** An SRT or RTMP caller with the ingest key by another protocol. */
  refused: Words & {
    /** As the stream's history keeps it. */
    refusal: string;
    /** The end of the history's sentence. */
    told: string;
  };
  /** Why a WHIP caller with the ingest key is refused; null: it is the camera. */
  whipRefusal: string | null;
  /** The problem that the diagnosis finds while the camera is on and nothing sends it; null: the worker makes or fetches the picture. */
  missing: Words | null;
  /** Whether media come by TCP, where what is late waits instead of being lost. */
  comesByTcp: boolean;
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
 * Where a camera's picture comes from, and all that differs by it; the first is the usual one. Members change the kind of a
 * stream, and the holder of its camera invite that of a phone. The rest of a kind lives in `server/worker/sources/` and
 * `components/camera-source/`.
 */
export const sourceKinds = {
  srt: {
    label: 'SRT',
    senders: 'encoders and OBS',
    sentBy: 'an encoder calls by SRT',
    publisher: 'camera',
    worker: 'camera',
    workerSource: 'srt',
    takes: 'srt',
    refused: {
      refusal: 'srt_camera',
      told: 'was refused because it called by RTMP, and this camera comes by SRT.',
      problem: 'srt_camera',
      sentence: 'An encoder calls by RTMP, but this camera comes by SRT.',
      fix: 'Use the SRT address from the connection details, or add a camera for RTMP.',
      settings: enterAddress,
    },
    whipRefusal: 'This camera is sent by SRT. Add a phone camera for WHIP, or use its SRT address.',
    missing: {
      problem: 'no_encoder',
      sentence: 'This camera is on, but no encoder is connected.',
      fix: 'Start the encoder with the ingest address, and check that its network allows outgoing UDP to the port in that address.',
      settings: enterAddress,
    },
    comesByTcp: false,
    namedBy: 'encoder',
    hasTalkback: false,
    comesByInvite: true,
    isOnePerEvent: false,
    canHaveSpare: true,
  },
  rtmp: {
    label: 'RTMP',
    senders: 'drones and action cameras',
    sentBy: 'an encoder, a drone or an action camera calls by RTMP',
    publisher: 'camera',
    worker: 'camera',
    workerSource: 'rtmp',
    takes: 'rtmp',
    refused: {
      refusal: 'rtmp_camera',
      told: 'was refused because it called by SRT, and this camera comes by RTMP.',
      problem: 'rtmp_camera',
      sentence: 'An encoder calls by SRT, but this camera comes by RTMP.',
      fix: 'Use the RTMP address and key from the connection details, or add a camera for SRT.',
      settings: null,
    },
    whipRefusal: 'This camera is sent by RTMP. Add a phone camera for WHIP, or use its RTMP address.',
    missing: {
      problem: 'no_rtmp_encoder',
      sentence: 'This camera is on, but no encoder is connected.',
      fix: 'Start the encoder with the RTMP address and key, and check that its network allows outgoing TCP to the port in that address.',
      settings: {
        obs: 'Settings → Stream → Service: Custom…, Server and Stream Key as in the connection details',
        larix: `${larixConnection} → URL: the address with the key at its end`,
        vmix: 'Add Stream → Custom RTMP Server, URL and Stream Name or Key as in the connection details',
        ffmpeg: '-f flv "the address with the key at its end"',
      },
    },
    comesByTcp: true,
    namedBy: 'encoder',
    hasTalkback: false,
    comesByInvite: true,
    isOnePerEvent: false,
    canHaveSpare: true,
  },
  phone: {
    label: 'WHIP',
    senders: 'Larix and OBS 30',
    sentBy: 'the camera page of a phone publishes it, or any tool that speaks WHIP',
    publisher: 'phone',
    worker: 'receiver',
    workerSource: 'room',
    takes: 'whip',
    refused: {
      refusal: 'phone',
      told: 'was refused because a phone sends this camera. For an encoder, use the WHIP address, or add a camera for SRT.',
      problem: 'phone_camera',
      sentence: 'An encoder calls by SRT, but a phone sends this camera.',
      fix: 'Use the WHIP address from the connection details, or add a camera for SRT.',
      settings: null,
    },
    whipRefusal: null,
    missing: {
      problem: 'no_phone',
      sentence: 'This camera is on, but no phone is connected.',
      fix: 'Open the camera link on the phone and keep the page open, or start the encoder with the WHIP address.',
      settings: null,
    },
    comesByTcp: false,
    namedBy: 'device',
    hasTalkback: true,
    comesByInvite: true,
    isOnePerEvent: false,
    canHaveSpare: false,
  },
  pull: {
    label: 'Pull an address',
    senders: 'cameras that wait to be called',
    sentBy: 'the server itself opens an address by RTSP, SRT, RTMP or HTTP',
    publisher: 'camera',
    worker: 'camera',
    workerSource: 'pull',
    takes: null,
    refused: {
      refusal: 'pull_camera',
      told: 'was refused because the server pulls this camera from an address.',
      problem: 'pull_camera',
      sentence: 'An encoder calls, but the server pulls this camera from an address.',
      fix: 'Change the source in the connection details, or add a camera for the encoder.',
      settings: null,
    },
    whipRefusal: 'This camera is pulled from an address. Change its source to send it by WHIP.',
    missing: null,
    comesByTcp: true,
    namedBy: 'encoder',
    hasTalkback: false,
    comesByInvite: false,
    isOnePerEvent: false,
    canHaveSpare: true,
  },
  file: {
    label: 'Recording',
    senders: 'once or in a loop',
    sentBy: 'the server itself plays a recording, once or in a loop',
    publisher: 'camera',
    worker: 'camera',
    workerSource: 'file',
    takes: null,
    refused: {
      refusal: 'file_camera',
      told: 'was refused because this camera plays a recording.',
      problem: 'file_camera',
      sentence: 'An encoder calls, but this camera plays a recording.',
      fix: 'Change the source in the connection details, or add a camera for the encoder.',
      settings: null,
    },
    whipRefusal: 'This camera plays a recording. Change its source to send it by WHIP.',
    missing: null,
    comesByTcp: false,
    namedBy: 'encoder',
    hasTalkback: false,
    comesByInvite: false,
    isOnePerEvent: false,
    canHaveSpare: true,
  },
  program: {
    label: 'Program',
    senders: 'the camera on air',
    sentBy: 'the server follows the tally and shows the camera on air; an event has one such stream',
    publisher: 'camera',
    worker: 'camera',
    workerSource: 'program',
    takes: null,
    refused: {
      refusal: 'program_camera',
      told: 'was refused because this stream is the program of its event.',
      problem: 'program_camera',
      sentence: 'An encoder calls, but this stream is the program of its event.',
      fix: 'Add a camera for the encoder, and use the address of that one.',
      settings: null,
    },
    whipRefusal: 'This stream is the program of its event. Add a phone camera for WHIP.',
    missing: null,
    comesByTcp: false,
    namedBy: 'encoder',
    hasTalkback: false,
    comesByInvite: false,
    isOnePerEvent: true,
    canHaveSpare: false,
  },
  replay: {
    label: 'Replay',
    senders: 'clips, slowly as well',
    sentBy: 'the server replays what was recorded of the event’s cameras, slowly as well; an event has one such stream',
    publisher: 'camera',
    worker: 'camera',
    workerSource: 'replay',
    takes: null,
    refused: {
      refusal: 'replay_camera',
      told: 'was refused because this stream is the replay of its event.',
      problem: 'replay_camera',
      sentence: 'An encoder calls, but this stream is the replay of its event.',
      fix: 'Add a camera for the encoder, and use the address of that one.',
      settings: null,
    },
    whipRefusal: 'This stream is the replay of its event. Add a phone camera for WHIP.',
    missing: null,
    comesByTcp: false,
    namedBy: 'encoder',
    hasTalkback: false,
    comesByInvite: false,
    isOnePerEvent: true,
    canHaveSpare: false,
  },
  test: {
    label: 'Test picture',
    senders: 'clock, flash and tone',
    sentBy: 'the server itself makes a test picture',
    publisher: 'camera',
    worker: 'camera',
    workerSource: 'test',
    takes: null,
    refused: {
      refusal: 'test_camera',
      told: 'was refused because this camera is a test picture.',
      problem: 'test_camera',
      sentence: 'An encoder calls, but this camera is a test picture.',
      fix: 'Replace it with a camera in the connection details, or add a camera for the encoder.',
      settings: null,
    },
    whipRefusal: 'This camera is a test picture. Change its source to send it by WHIP.',
    missing: null,
    comesByTcp: false,
    namedBy: 'encoder',
    hasTalkback: false,
    comesByInvite: false,
    isOnePerEvent: false,
    canHaveSpare: true,
  },
} as const satisfies Record<string, SourceKindRow>;

// The database has an enum of the same values; the serializers compile only while they agree.
export type SourceKind = keyof typeof sourceKinds;

/** Where workers take pictures from. */
export type WorkerSourceKind = (typeof sourceKinds)[SourceKind]['workerSource'];

/** Why an encoder with a camera's ingest key is refused. */
export type SourceRefusal = (typeof sourceKinds)[SourceKind]['refused']['refusal'];

export const sourceKindNames = Object.keys(sourceKinds) as SourceKind[];

/** The kinds that the holder of a camera invite may choose. */
export const invitedSourceKinds = sourceKindNames.filter((kind) => sourceKinds[kind].comesByInvite);

/** These kinds, each with its sender, for the API's documentation. */
export const sourceKindWords = (kinds: readonly SourceKind[]): string =>
  kinds.map((kind) => `${kind}: ${sourceKinds[kind].sentBy}.`).join(' ');

/** Whether a participant publishes a stream. */
export const isPublisher = ({ kind }: Participant): boolean =>
  sourceKindNames.some((name) => sourceKinds[name].publisher === kind);
