import { recordIncident } from '@/lib/streams/state/record-incident';
import type { EncoderRefusal } from '../doctor/facts';
import { isEncoderRefusal } from '../doctor/refusal-rules';
import { LimitedLog } from './limited-log';
import type { SrtRefusal, SrtRefusalNotice } from './srt-refusal';

/** The incident's sentence for the stream's owner. A refusal without one is only logged. */
const sentences: Partial<Record<SrtRefusal, (who: string) => string>> = {
  off: (who) => `${who} tried to connect while the camera was off.`,
  old_key: (who) => `${who} with the old key was refused.`,
  mistyped_key: (who) => `${who} with a cut-off or mistyped key was refused.`,
  view_key: (who) =>
    `${who} with the view key was refused: that key only opens the view address. Copy the ingest address from the connection details.`,
  stream_key: (who) =>
    `${who} with the stream key was refused: viewers have a key of their own now. Copy the view address from the connection details again.`,
  busy: (who) => `${who} was refused because another one is live.`,
  wrong_passphrase: (who) => `${who} with the wrong passphrase was refused.`,
  no_passphrase: (who) => `${who} without the passphrase was refused.`,
  unexpected_passphrase: (who) => `${who} with a passphrase was refused, because this camera has none.`,
  not_ready: (who) => `${who} was refused because the camera was not ready yet.`,
};

/**
 * Records refused callers as incidents of their stream, and refused encoders as findings, because most encoders hide
 * SRT's reject reasons. Callers with unknown keys are only logged, without the key.
 */
export class RefusalLog {
  readonly #onEncoderRefused: (streamId: string, refusal: EncoderRefusal) => void;
  readonly #log = new LimitedLog();

  /** @param onEncoderRefused receives the refusals that the stream's owner can fix */
  constructor(onEncoderRefused: (streamId: string, refusal: EncoderRefusal) => void) {
    this.#onEncoderRefused = onEncoderRefused;
  }

  record({ direction, refusal, streamId, remoteAddress }: SrtRefusalNotice): void {
    const sentence = sentences[refusal];
    if (!streamId || !sentence) {
      this.#log.warn({ direction, refusal, remoteAddress }, `router: refused a caller: ${refusal}`);
      return;
    }
    if (direction === 'ingest' && isEncoderRefusal(refusal)) this.#onEncoderRefused(streamId, refusal);
    const [kind, who] = direction === 'ingest' ? ['encoder', 'An encoder'] : ['viewer', 'A viewer'];
    const incident = { code: `${kind}_refused_${refusal}`, severity: 'warning', message: sentence(who) } as const;
    recordIncident(streamId, incident).catch((error: unknown) =>
      this.#log.warn({ err: error, streamId, code: incident.code }, 'router: cannot record an incident'),
    );
  }
}
