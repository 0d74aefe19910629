import { errorText } from '@/lib/core/error-text';
import { openBus } from '@/lib/platform/bus/open-bus';
import { databaseEnv } from '@/lib/platform/env/database-env';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import { openRoomService } from '@/lib/platform/livekit/room-service';
import { canSendMail, verifyMailServer } from '@/lib/platform/mail/send-mail';
import { type Check, ok, problem, warning } from '../check-result';

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

const busTimeoutMs = 10_000;
const slowBusMs = 500;

/** Whether a message between programs comes through: one is sent to a listener of its own. */
export const checkBus: Check = async () => {
  const { REDIS_URL } = databaseEnv();
  const carrier = REDIS_URL ? 'Redis' : 'Postgres';
  const fix = REDIS_URL
    ? 'Start Redis, or correct REDIS_URL; its user needs the rights to publish and to subscribe.'
    : 'Where DATABASE_URL leads through a pooler such as PgBouncer, set DATABASE_DIRECT_URL to Postgres itself, on web and gateway; or set REDIS_URL.';
  let tookMs: number;
  try {
    tookMs = await openBus().measureRoundTrip(busTimeoutMs);
  } catch (error) {
    return [problem('bus', `No live message comes through ${carrier}: ${errorText(error)}.`, fix)];
  }
  const text = `A live message comes through ${carrier} in ${Math.ceil(tookMs)} ms.`;
  if (tookMs <= slowBusMs) return [ok('bus', text)];
  return [warning('bus', text, `Run Sightline and ${carrier} in one network, and look at what else loads it.`)];
};

/** Whether the mail server takes our sign-in. */
export const checkMail: Check = async () => {
  if (!canSendMail()) return [ok('mail', 'No mail server is set: admins hand out links instead.')];
  try {
    await verifyMailServer();
  } catch (error) {
    const fix = 'Correct SMTP_URL: the scheme (smtps:// for port 465, else smtp://), host, port, user and password.';
    return [problem('mail', `The mail server takes no e-mail from here: ${errorText(error)}.`, fix)];
  }
  return [ok('mail', 'The mail server lets this server sign in.')];
};
