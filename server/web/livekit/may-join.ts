import { participantOf } from '@/lib/contracts/participants';
import { readRoomToken, shareRoomIdOf } from '@/lib/platform/livekit/room-tokens';
import { isWelcomePhone } from '@/lib/use-cases/phones/phones';
import { holdsSharePlace } from '@/lib/use-cases/sharing/share-places';

/**
 * Whether a room token of ours is worth asking LiveKit about. A share link must be open and its viewer hold a place. A
 * phone's invite must not be revoked, nor its camera be another phone's since: LiveKit itself knows none of it.
 */
export async function mayJoin(token: string): Promise<boolean> {
  const claims = await readRoomToken(token);
  if (!claims) return false;
  const [share, participant] = [shareRoomIdOf(claims.room), participantOf(claims.identity)];
  if (participant?.kind === 'phone' || participant?.kind === 'crew')
    return isWelcomePhone(participant.streamId, claims.fromMs);
  if (!share || participant?.kind !== 'shareViewer') return true;
  return holdsSharePlace(share.linkId, participant.viewerId);
}
