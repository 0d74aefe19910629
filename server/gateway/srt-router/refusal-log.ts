import { log } from '@/lib/platform/log';
import { recordIncident } from '@/lib/streams/state/record-incident';
import type { EncoderRefusal } from '../doctor/facts';
import { isEncoderRefusal } from '../doctor/refusal-rules';
import type { SrtRefusal, SrtRefusalNotice } from './srt-refusal';

const logEveryMs = 10_000;

/** The incident's sentence for the stream's owner. A refusal without one is only logged. */
const sentences: Partial<Record<SrtRefusal, (who: string) => string>> = {
  off: (who) => `${who} tried to connect while the camera was off.`,
  old_key: (who) => `${who} with the old key was refused.`,
  mistyped_key: (who) => `${who} with a cut-off or mistyped key was refused.`,
  busy: (who) => `${who} was refused because another one is live.`,
  wrong_passphrase: (who) => `${who} with the wrong passphrase was refused.`,
  no_passphrase: (who) => `${who} without the passphrase was refused.`,
  unexpected_passphrase: (who) => `${who} with a passphrase was refused, because this camera has none.`,
  not_ready: (who) => `${who} was refused because the camera was not ready yet.`,
};

/**
 * Records refused callers as incidents of their stream, and refused encoders as findings, because most encoders hide
 * SRT's reject reasons. Callers with unknown keys are only logged, without the key, one line in ten seconds at most.
 */
export class RefusalLog {
  readonly #onEncoderRefused: (streamId: string, refusal: EncoderRefusal) => void;
  #suppressedCount = 0;
  #lastLoggedAtMs = Number.NEGATIVE_INFINITY;

  /** @param onEncoderRefused receives every refusal that the stream's owner can fix */
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
      log.warn({ err: error, streamId, code: incident.code }, 'router: cannot record an incident'),
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
