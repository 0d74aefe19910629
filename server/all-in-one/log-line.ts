import { log } from '@/lib/platform/log';

/** A line of a program that this one brings along, as this program's log has it. */
interface Said {
  isTrouble: boolean;
  message: string;
  fields: Record<string, unknown>;
}

const windowMs = 60_000;
const maxPerWindow = 20;

/** A statement's own errors are of the program that sent it, except those of the disk and of memory. */
const postgresTrouble = / (?:WARNING|FATAL|PANIC): |No space left|could not (?:write|extend|fsync|open)|out of memory/;
/** Said at each orderly start and stop. */
const usualOfPostgres = /starting up|shutting down|administrator command/;

const livekitTroubles: unknown[] = ['warn', 'error', 'fatal'];
/** Settings that are meant, and clients who leave: a closed page, a phone without a network, a worker that was stopped. */
const usualOfLivekit =
  /loopback|development|EOF|websocket: close|use of closed (?:network connection|file)|closed pipe|connection reset by peer|broken pipe|context canceled|without candidate pairs|(?:participant|session|connection|channel|stream|transport)\b.* (?:left|closed|disconnected|aborted)/i;

/** How each program's lines are read. */
const readers = {
  postgres: (line: string): Said => ({
    isTrouble: postgresTrouble.test(line) && !usualOfPostgres.test(line),
    message: 'postgres',
    fields: { line },
  }),
  livekit: readLivekit,
};

/** LiveKit writes JSON lines of zap. Its own time and name are left out: this log has them. */
function readLivekit(line: string): Said {
  const said = parseObject(line);
  // Go prints panics, and programs that it cannot start, as they come.
  if (!said) return { isTrouble: /^(?:panic|fatal error):/.test(line), message: 'livekit', fields: { line } };
  const { level, msg, ts, logger, caller, ...fields } = said;
  const words = [msg, fields.error, fields.reason].filter((word) => typeof word === 'string').join(' ');
  const isTrouble = livekitTroubles.includes(level) && (level !== 'warn' || !usualOfLivekit.test(words));
  return { isTrouble, message: `livekit: ${String(msg)}`, fields: { livekit: fields } };
}

function parseObject(line: string): Record<string, unknown> | null {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/**
 * Logs the lines of a program that this one brings along: its troubles as warnings, everything else for debugging. It
 * shows the first warnings of a minute, and then says how many there were.
 */
export function logLine(program: keyof typeof readers, now = () => performance.now()): (line: string) => void {
  let windowEndsAtMs = 0;
  let count = 0;
  return (line) => {
    const { isTrouble, message, fields } = readers[program](line);
    if (!isTrouble) {
      log.debug(fields, message);
      return;
    }
    if (now() >= windowEndsAtMs) {
      if (count > maxPerWindow) log.warn({ from: program, hidden: count - maxPerWindow }, 'further lines were hidden');
      windowEndsAtMs = now() + windowMs;
      count = 0;
    }
    count++;
    if (count <= maxPerWindow) log.warn(fields, message);
  };
}
