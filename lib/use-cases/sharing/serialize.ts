import type { ShareJson, ShareLinkJson } from '@/lib/contracts/share-links';
import { fullName } from '@/lib/core/full-name';
import { livekitPublicUrl } from '@/lib/platform/livekit/public-url';
import { mintShareViewerToken } from '@/lib/platform/livekit/room-tokens';
import type { Prisma } from '@/prisma/generated/client';
import type { OpenedShare } from './open-share-link';
import { findShareSecret, signShareViewer } from './share-secrets';

/** The relations read to show a share link. */
export const shareLinkRelations = {
  streams: { select: { streamId: true } },
  createdBy: { select: { firstName: true, lastName: true } },
  edit: { select: { name: true } },
  _count: { select: { comments: true } },
} as const satisfies Prisma.ShareLinkInclude;

export type ShareLinkRow = Prisma.ShareLinkGetPayload<{ include: typeof shareLinkRelations }>;

/** How long a count of viewers is valid; later they may have left uncounted. */
const countLastsMs = 60_000;

/** A share link as the API shows it to members. */
export function serializeShareLink(link: ShareLinkRow): ShareLinkJson {
  const { id, createdBy, countedAt } = link;
  const isCounted = countedAt !== null && countedAt.getTime() > Date.now() - countLastsMs;
  return {
    id,
    type: 'share_link',
    attributes: {
      name: link.name,
      event_id: link.eventId,
      stream_ids: link.allCameras ? null : link.streams.map(({ streamId }) => streamId),
      can_hear: link.canHear,
      has_password: link.passwordHash !== null,
      max_viewers: link.maxViewers,
      expires_at: link.expiresAt.toISOString(),
      revoked_at: link.revokedAt?.toISOString() ?? null,
      created_at: link.createdAt.toISOString(),
      created_by: createdBy && fullName(createdBy.firstName, createdBy.lastName),
      path: sharePath(link),
      recorded:
        link.recordedFrom && link.recordedTo
          ? { starts_at: link.recordedFrom.toISOString(), ends_at: link.recordedTo.toISOString() }
          : null,
      program: link.playsProgram ? { edit_id: link.editId, edit_name: link.edit?.name ?? null } : null,
      follows: link.follows,
      can_comment: link.canComment,
      comments: link._count.comments,
      viewers: isCounted ? link.viewers : 0,
      surplus_viewers: link.surplusViewers,
      viewer_minutes: Math.floor(link.viewerSeconds / 60),
    },
  };
}

/** Where people open a link: the secret is in the fragment, which browsers send nowhere. */
function sharePath({ id, secretHash, revokedAt, expiresAt }: ShareLinkRow): string | null {
  if (revokedAt || expiresAt.getTime() <= Date.now()) return null;
  // Null for a link of an AUTH_SECRET that is gone: those who hold it go on, and nobody can copy it again.
  const secret = findShareSecret(id, secretHash);
  return secret && `/share#${secret}`;
}

/**
 * A share as the API shows it to a holder of the link, with new tokens for what it shows.
 * @param request its address decides where the browser reaches LiveKit
 */
export function serializeShare(
  { link, cameras, recorded, multiview, comments, viewerId }: OpenedShare,
  request: Request,
): ShareJson {
  const { id: linkId, eventId } = link;
  return {
    type: 'share',
    attributes: {
      event_name: link.eventName,
      can_hear: link.canHear,
      cameras,
      multiview,
      wall: multiview,
      expires_at: link.expiresAt.toISOString(),
      viewer: signShareViewer(linkId, viewerId),
      livekit_token: recorded ? null : mintShareViewerToken({ eventId, linkId }, viewerId),
      livekit_url: livekitPublicUrl(request),
      comments,
      recorded,
    },
  };
}
