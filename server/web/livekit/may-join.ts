import { participantOf } from '@/lib/contracts/participants';
import { readRoomToken, shareRoomIdOf } from '@/lib/platform/livekit/room-tokens';
import { holdsSharePlace } from '@/lib/use-cases/sharing/share-places';

/**
 * Whether a room token is worth asking LiveKit about: one of ours, and where it is for a share link, of an open one whose
 * viewer holds a place. LiveKit itself knows no places.
 */
export async function mayJoin(token: string): Promise<boolean> {
  const claims = await readRoomToken(token);
  if (!claims) return false;
  const [share, viewer] = [shareRoomIdOf(claims.room), participantOf(claims.identity)];
  if (!share || viewer?.kind !== 'shareViewer') return true;
  return holdsSharePlace(share.linkId, viewer.viewerId);
}
