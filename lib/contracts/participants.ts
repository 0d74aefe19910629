/** A participant's rights in a room, by LiveKit's names. */
export interface RoomGrants {
  roomJoin: true;
  canPublish: boolean;
  canSubscribe: boolean;
  canPublishData?: boolean;
  canUpdateOwnMetadata?: boolean;
}

interface ParticipantKindSpec {
  /** The identity in a room, with the ids that it names as placeholders. */
  identity: string;
  grants: RoomGrants;
  /** How long a token lets somebody join. LiveKit itself renews the tokens of those who are connected. */
  tokenSeconds: number;
}

const publish: RoomGrants = { roomJoin: true, canPublish: true, canSubscribe: false };
const watch: RoomGrants = {
  roomJoin: true,
  canSubscribe: true,
  canPublish: false,
  canPublishData: false,
  canUpdateOwnMetadata: false,
};

/** Everybody who may be in a room. */
export const participants = {
  /** A worker that publishes a stream. */
  camera: { identity: 'camera-{streamId}', grants: publish, tokenSeconds: 60 },
  /**
   * A page of a user. Each page has an id of its own, because LiveKit disconnects the older of two equal identities. The
   * credential is the auth session or the API token with which the participant leaves the room.
   */
  viewer: { identity: 'viewer-{credentialId}-{pageId}', grants: watch, tokenSeconds: 10 * 60 },
  /** A page that shows a share link; the id stays with the page when it connects again. */
  shareViewer: { identity: 'share-viewer-{viewerId}', grants: watch, tokenSeconds: 10 * 60 },
  /** A page that tries how media would come, in an empty room. */
  probe: { identity: 'probe', grants: watch, tokenSeconds: 60 },
} as const satisfies Record<string, ParticipantKindSpec>;

type Participants = typeof participants;
export type ParticipantKind = keyof Participants;

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
