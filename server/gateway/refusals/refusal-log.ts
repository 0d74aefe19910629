import { isToldRefusal } from '@/lib/contracts/catalogue/refusal-texts';
import { recordIncident } from '@/lib/use-cases/streams/state/record-incident';
import { LimitedLog } from '../limits/limited-log';
import { type EncoderRefusal, isEncoderRefusal, isUnnamedRefusal, type SrtRefusalNotice } from './srt-refusal';

/**
 * Records refused callers as incidents of their stream, and refused encoders as findings, because most encoders hide
 * SRT's reject reasons. A refused encoder that named no stream appears on the cards of waiting cameras, without its
 * streamid.
 */
export class RefusalLog {
  readonly #onEncoderRefused: (streamId: string | null, refusal: EncoderRefusal) => void;
  readonly #log = new LimitedLog();

  /** @param onEncoderRefused receives the refusals that the stream's owner can fix */
  constructor(onEncoderRefused: (streamId: string | null, refusal: EncoderRefusal) => void) {
    this.#onEncoderRefused = onEncoderRefused;
  }

  record({ direction, refusal, streamId, remoteAddress }: SrtRefusalNotice): void {
    const isOfEncoder = direction === 'ingest' || refusal === 'stream_key';
    if (isOfEncoder && isEncoderRefusal(refusal) && (streamId || isUnnamedRefusal(refusal))) {
      this.#onEncoderRefused(streamId, refusal);
    }
    if (!streamId || !isToldRefusal(refusal)) {
      this.#log.warn({ direction, refusal, remoteAddress }, `router: refused a caller: ${refusal}`);
      return;
    }
    const caller = direction === 'ingest' ? 'encoder' : 'viewer';
    const text = { code: 'caller_refused', figures: { caller, refusal } } as const;
    const incident = { code: `${caller}_refused_${refusal}`, severity: 'warning', text } as const;
    recordIncident(streamId, incident).catch((error: unknown) =>
      this.#log.warn({ err: error, streamId, code: incident.code }, 'router: cannot record an incident'),
    );
  }
}
