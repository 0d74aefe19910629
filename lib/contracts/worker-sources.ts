import { z } from 'zod';
import { type FileSource, fileSourceSchema } from './file-source';
import type { WorkerSourceKind } from './source-kinds';

/** The networks that an organization's cameras may be pulled from and sent to. */
export const networksSchema = z.object({ reaches: z.array(z.enum(['public', 'private'])), named: z.array(z.string()) });

/** Hosts and ports of this installation, which are neither cameras nor destinations. */
export const ownServicesSchema = z.array(z.object({ host: z.string(), port: z.number().int() }));

/** The facts of a stream that its worker's source may be told. */
export interface SourceFacts {
  number: number;
  name: string;
  eventName: string;
  passphrase: string | null;
  participantIdentity: string;
  fileSource: FileSource | null;
  /** A recording's folder, as the worker's machine sees it; null: workers have no disk with recordings. */
  folderOf(recordingId: string): string | null;
  /** The address to pull, in plain, and where it may lead. */
  pulled(): PullTold;
}

interface SourceTraits {
  /** Whether the worker makes the picture, so that it arrives as it is sent. */
  isMadeHere: boolean;
  /** Whether its sound is the event's at that time, by which cameras are brought in step. */
  hasEventsSound: boolean;
  /** Whether its tracks are in the event's room already. */
  isInEventRoom: boolean;
}

interface SourceRow<Told extends z.ZodRawShape> extends SourceTraits {
  /** The part of the worker's spec. */
  told: Told;
  tell(facts: SourceFacts): z.infer<z.ZodObject<Told>>;
}

/** Ties a row's two halves: it tells what its shape says. */
const row = <Told extends z.ZodRawShape>(source: SourceRow<Told>) => source;

const pullTold = {
  /** With what lets the worker in. Null: there is none, or the gateway cannot decrypt it. */
  address: z.string().nullable(),
  networks: networksSchema,
  ownServices: ownServicesSchema,
};
type PullTold = z.infer<z.ZodObject<typeof pullTold>>;

/** An address that a worker opens; it asks at each attempt whether it may. */
export const pullSourceSchema = z.object({ kind: z.literal('pull'), ...pullTold });

/** Where a worker takes its picture from: what its spec says of that, and all that differs by it. */
const workerSources = {
  /** An SRT caller at the worker's input port. It must not encrypt if the passphrase is null. */
  srt: row({
    told: { passphrase: z.string().nullable() },
    tell: ({ passphrase }) => ({ passphrase }),
    isMadeHere: false,
    hasEventsSound: true,
    isInEventRoom: false,
  }),
  /** An RTMP encoder, by TCP at the worker's input port; see `rtmpHandOver`. */
  rtmp: row({ told: {}, tell: () => ({}), isMadeHere: false, hasEventsSound: true, isInEventRoom: false }),
  /**
   * A phone in the event's room. The worker subscribes to this participant's tracks, and publishes nothing in that room:
   * viewers watch the phone's own.
   */
  room: row({
    told: { participantIdentity: z.string() },
    tell: ({ participantIdentity }) => ({ participantIdentity }),
    isMadeHere: false,
    hasEventsSound: true,
    isInEventRoom: true,
  }),
  pull: row({
    told: pullTold,
    tell: ({ pulled }) => pulled(),
    isMadeHere: false,
    hasEventsSound: true,
    isInEventRoom: false,
  }),
  /** A recording that is played. */
  file: row({
    told: {
      folder: z.string().nullable(),
      /** Null: none was chosen. */
      file: fileSourceSchema.nullable(),
    },
    tell: ({ fileSource: file, folderOf }) => ({ folder: file && folderOf(file.recording_id), file }),
    isMadeHere: true,
    hasEventsSound: false,
    isInEventRoom: false,
  }),
  /** The cameras on air, as the worker's gateway names them by `programTaskSchema`; without any, the event's name. */
  program: row({
    told: { eventName: z.string() },
    tell: ({ eventName }) => ({ eventName }),
    isMadeHere: true,
    // Its sound is that of cameras, which are compared already.
    hasEventsSound: false,
    isInEventRoom: false,
  }),
  /** Clips of recordings, as the worker's gateway names them by `replayTaskSchema`; without any, the stream's name. */
  replay: row({
    told: { name: z.string() },
    tell: ({ name }) => ({ name }),
    isMadeHere: true,
    hasEventsSound: false,
    isInEventRoom: false,
  }),
  /** The worker makes a test picture that shows these. */
  test: row({
    told: { number: z.number().int(), name: z.string() },
    tell: ({ number, name }) => ({ number, name }),
    isMadeHere: true,
    hasEventsSound: true,
    isInEventRoom: false,
  }),
} satisfies Record<WorkerSourceKind, unknown>;

export const sourceTraits: Record<WorkerSourceKind, SourceTraits> = workerSources;

type Sources = typeof workerSources;
export type WorkerSource = {
  [Kind in WorkerSourceKind]: { kind: Kind } & z.infer<z.ZodObject<Sources[Kind]['told']>>;
}[WorkerSourceKind];

const [firstSchema, ...otherSchemas] = Object.entries(workerSources).map(([kind, { told }]) =>
  z.object({ kind: z.literal(kind), ...told }),
);

/** The source of a worker's picture. */
export const sourceSchema = z.discriminatedUnion('kind', [
  firstSchema as NonNullable<typeof firstSchema>,
  ...otherSchemas,
]) as unknown as z.ZodType<WorkerSource>;

/** The part of a spec for a stream of this kind. */
export const workerSourceOf = (kind: WorkerSourceKind, facts: SourceFacts): WorkerSource =>
  ({ kind, ...workerSources[kind].tell(facts) }) as WorkerSource;
