import { secondMs } from '../core/durations';
import { timeWords } from './limits';

/** A participant's rights in a room, by LiveKit's names. */
export interface RoomGrants {
  roomJoin: true;
  canPublish: boolean;
  /** The only kinds of track that it may publish; all where it is missing. */
  canPublishSources?: ('camera' | 'microphone')[];
  canSubscribe: boolean;
  canPublishData?: boolean;
  canUpdateOwnMetadata?: boolean;
  /** Nobody else in the room is told of it. */
  hidden?: boolean;
}

interface ParticipantKindSpec {
  /** The identity in a room, with the ids that it names as placeholders. */
  identity: string;
  grants: RoomGrants;
  /** Lifetime of a token for joining. LiveKit renews the tokens of connected participants. */
  tokenSeconds: number;
}

const publish: RoomGrants = { roomJoin: true, canPublish: true, canSubscribe: false };
const publishOwnTracks: RoomGrants = {
  roomJoin: true,
  canPublish: true,
  canPublishSources: ['camera', 'microphone'],
  canSubscribe: false,
  canPublishData: false,
  canUpdateOwnMetadata: false,
};
/** A voice of an event's talkback: it speaks, and hears what others let it hear. */
const speak: RoomGrants = {
  roomJoin: true,
  canPublish: true,
  canPublishSources: ['microphone'],
  canSubscribe: true,
  canPublishData: false,
  canUpdateOwnMetadata: false,
};
const watch: RoomGrants = {
  roomJoin: true,
  canSubscribe: true,
  canPublish: false,
  canPublishData: false,
  canUpdateOwnMetadata: false,
};

/** Every kind of participant in a room. */
export const participants = {
  /** A worker that publishes a stream. */
  camera: { identity: 'camera-{streamId}', grants: publish, tokenSeconds: 60 },
  /**
   * A phone or a WHIP encoder that is itself the camera of a stream. It publishes in the event's room, where viewers watch
   * its own tracks. The stream's `participantIdentity` is this identity, so that pages find the phone's tracks like any
   * camera's. LiveKit disconnects the older of two phones of one stream.
   */
  phone: { identity: 'phone-{streamId}', grants: publishOwnTracks, tokenSeconds: 60 },
  /** The worker of a phone's stream. It subscribes to the phone alone, and nobody in the room is told of it. */
  receiver: {
    identity: 'receiver-{streamId}',
    grants: Object.assign({ hidden: true }, watch),
    tokenSeconds: 60,
  },
  /**
   * A page of a user. Each page has an id of its own, because LiveKit disconnects the older of two equal identities. The
   * credential is the auth session or the API token with which the participant leaves the room.
   */
  viewer: { identity: 'viewer-{credentialId}-{pageId}', grants: watch, tokenSeconds: 10 * 60 },
  /** A member's page in an event's talkback. The ids are those of a viewer. */
  director: { identity: 'director-{credentialId}-{pageId}', grants: speak, tokenSeconds: 10 * 60 },
  /** A phone in its event's talkback, a room without pictures. */
  crew: { identity: 'crew-{streamId}', grants: speak, tokenSeconds: 60 },
  /** A page that shows a share link; the id stays with the page when it connects again. */
  shareViewer: { identity: 'share-viewer-{viewerId}', grants: watch, tokenSeconds: 10 * 60 },
  /** A page that tries how media would come, in an empty room. */
  probe: { identity: 'probe', grants: watch, tokenSeconds: 60 },
  /** The same page, which sends itself a picture there. */
  probeSource: {
    identity: 'probe-source',
    grants: Object.assign({}, publishOwnTracks, { canPublishSources: ['camera'] }),
    tokenSeconds: 60,
  },
} as const satisfies Record<string, ParticipantKindSpec>;

type Participants = typeof participants;
export type ParticipantKind = keyof Participants;

/** The time in which a token of this kind must be used, in words. */
export const tokenWords = (kind: ParticipantKind): string => timeWords(participants[kind].tokenSeconds * secondMs);

type IdName<Identity extends string> = Identity extends `${string}{${infer Name}}${infer Rest}`
  ? Name | IdName<Rest>
  : never;
type Ids<Kind extends ParticipantKind> = Record<IdName<Participants[Kind]['identity']>, string>;

/** A participant by its identity: its kind, and the ids that the identity names. */
export type Participant = { [Kind in ParticipantKind]: { kind: Kind } & Ids<Kind> }[ParticipantKind];

const placeholder = /\{(\w+)\}/g;

export const identityOf = <Kind extends ParticipantKind>(kind: Kind, ids: Ids<Kind>): string =>
  participants[kind].identity.replace(placeholder, (_, name: IdName<Participants[Kind]['identity']>) => ids[name]);

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const patterns = Object.entries(participants).map(([kind, { identity }]) => {
  // The last id may be anything, so that no identity of a known kind escapes its guard.
  const named = identity.replace(/\{(\w+)\}$/, '(?<$1>.+)').replace(placeholder, `(?<$1>${uuid})`);
  return { kind, pattern: new RegExp(`^${named}$`) };
});

/** @returns null for an identity that is none of ours */
export function participantOf(identity: string): Participant | null {
  for (const { kind, pattern } of patterns) {
    const match = pattern.exec(identity);
    if (match) return { kind, ...match.groups } as Participant;
  }
  return null;
}
