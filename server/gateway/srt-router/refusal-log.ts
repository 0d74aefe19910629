import { log } from '@/lib/platform/log';
import { recordIncident } from '@/lib/streams/state/record-incident';
import type { EncoderRefusal } from '../doctor/facts';
import { isEncoderRefusal } from '../doctor/refusal-rules';
import type { SrtRefusal, SrtRefusalNotice } from './srt-refusal';

const logEveryMs = 10_000;

/** For the owner of the stream. A refusal that is missing here is not for them: the caller named no stream of theirs. */
const sentences: Partial<Record<SrtRefusal, (who: string) => string>> = {
  off: (who) => `${who} tried to connect while the stream was off.`,
  old_key: (who) => `${who} tried to connect with the former key of this stream, and was refused.`,
  mistyped_key: (who) => `${who} tried to connect with a mistyped key of this stream, and was refused.`,
  busy: (who) => `${who} tried to connect while another one was live, and was refused.`,
  wrong_passphrase: (who) => `${who} tried to connect with a wrong passphrase, and was refused.`,
  no_passphrase: (who) => `${who} tried to connect without this stream's passphrase, and was refused.`,
  unexpected_passphrase: (who) =>
    `${who} tried to connect with a passphrase, but this stream has none, and was refused.`,
  not_ready: (who) => `${who} tried to connect before the stream was ready, and was refused.`,
};

/**
 * Turns refused callers into lines of their stream's history, and refused encoders into findings, because most encoders
 * hide SRT's reject reasons.
 * Callers with unknown keys are only logged, at most one line in ten seconds and without the key.
 */
export class RefusalLog {
  readonly #onEncoderRefused: (streamId: string, refusal: EncoderRefusal) => void;
  #suppressedCount = 0;
  #lastLoggedAtMs = Number.NEGATIVE_INFINITY;

  /** @param onEncoderRefused receives every refusal that the stream's owner can mend */
  constructor(onEncoderRefused: (streamId: string, refusal: EncoderRefusal) => void) {
    this.#onEncoderRefused = onEncoderRefused;
  }

  record({ direction, refusal, streamId, remoteAddress }: SrtRefusalNotice): void {
    const sentence = sentences[refusal];
    if (!streamId || !sentence) {
      this.#logOnly({ direction, refusal, remoteAddress });
      return;
    }
    if (direction === 'ingest' && isEncoderRefusal(refusal)) this.#onEncoderRefused(streamId, refusal);
    const [kind, who] = direction === 'ingest' ? ['encoder', 'An encoder'] : ['viewer', 'A viewer'];
    const incident = { code: `${kind}_refused_${refusal}`, severity: 'warning', message: sentence(who) } as const;
    recordIncident(streamId, incident).catch((error: unknown) =>
      log.warn({ err: error, streamId, code: incident.code }, 'router: an incident is not recorded'),
    );
  }

  #logOnly(notice: Omit<SrtRefusalNotice, 'streamId'>): void {
    const nowMs = performance.now();
    if (nowMs - this.#lastLoggedAtMs < logEveryMs) {
      this.#suppressedCount++;
      return;
    }
    log.warn({ ...notice, alsoRefused: this.#suppressedCount }, 'router: refused a caller');
    this.#lastLoggedAtMs = nowMs;
    this.#suppressedCount = 0;
  }
}
