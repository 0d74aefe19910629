import { errorText } from '@/lib/core/error-text';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import { openRoomService } from '@/lib/platform/livekit/room-service';
import { type Check, ok, problem } from '../finding';

/** Whether LiveKit can be reached, and accepts our key. */
export const checkLivekit: Check = async () => {
  const { LIVEKIT_URL } = livekitEnv();
  try {
    await openRoomService().listRooms();
  } catch (error) {
    const status = error instanceof Error && 'status' in error ? error.status : undefined;
    if (status === 401 || status === 403) {
      const fix = 'Set LIVEKIT_API_KEY and LIVEKIT_API_SECRET to a pair of “keys” in LiveKit’s configuration.';
      return [problem('livekit', `LiveKit at ${LIVEKIT_URL} refuses our key.`, fix)];
    }
    const fix = 'Start LiveKit, or correct LIVEKIT_URL; a firewall must let this machine reach its TCP port.';
    return [problem('livekit', `No LiveKit answers at ${LIVEKIT_URL}: ${errorText(error)}.`, fix)];
  }
  return [ok('livekit', `LiveKit answers at ${LIVEKIT_URL} and accepts our key.`)];
};
