import { recordIncident } from '@/lib/use-cases/streams/state/record-incident';
import { LimitedLog } from '../limits/limited-log';
import { type EncoderRefusal, isEncoderRefusal, isUnnamedRefusal } from './encoder-refusal';
import type { SrtRefusal, SrtRefusalNotice } from './srt-refusal';

/** The incident's sentence for the stream's owner. A refusal without one is only logged. */
const sentences: Partial<Record<SrtRefusal, (who: string) => string>> = {
  off: (who) => `${who} tried to connect while the camera was off.`,
  old_key: (who) => `${who} with the old key was refused.`,
  mistyped_key: (who) => `${who} with a cut-off or mistyped key was refused.`,
  camera_id: (who) =>
    `${who} with the camera ID was refused: that is for the API. Copy the address from the connection details.`,
  view_key: (who) =>
    `${who} with the view key was refused: that key only opens the view address. Copy the ingest address from the connection details.`,
  stream_key: (who) =>
    `${who} with the stream key was refused at the view port. An encoder needs the ingest address; a player connects once the camera sends.`,
  wrong_mode: (who) => `${who} was refused because its stream ID asks for the other direction.`,
  busy: (who) => `${who} was refused because another one is live.`,
  bonded: (who) => `${who} was refused because it uses SRT connection bonding, which does not work here yet.`,
  flood: (who) => `${who} was disconnected because it sent more than this server takes.`,
  overload: (who) => `${who} was refused because too many were connecting at once.`,
  wrong_passphrase: (who) => `${who} with the wrong passphrase was refused.`,
  no_passphrase: (who) => `${who} without the passphrase was refused.`,
  unexpected_passphrase: (who) => `${who} with a passphrase was refused, because this camera has none.`,
  packet_filter: (who) => `${who} was refused because its SRT packet filter has settings that do not work.`,
  not_ready: (who) => `${who} was refused because the camera was not ready yet.`,
};

/**
 * Records refused callers as incidents of their stream, and refused encoders as findings, because most encoders hide
 * SRT's reject reasons. A refused encoder that named no stream is shown at the cameras that wait, without what it sent.
 */
export class RefusalLog {
  readonly #onEncoderRefused: (streamId: string | null, refusal: EncoderRefusal) => void;
  readonly #log = new LimitedLog();

  /** @param onEncoderRefused receives the refusals that the stream's owner can fix */
  constructor(onEncoderRefused: (streamId: string | null, refusal: EncoderRefusal) => void) {
    this.#onEncoderRefused = onEncoderRefused;
  }

  record({ direction, refusal, streamId, remoteAddress }: SrtRefusalNotice): void {
    const sentence = sentences[refusal];
    const isOfEncoder = direction === 'ingest' || refusal === 'stream_key';
    if (isOfEncoder && isEncoderRefusal(refusal) && (streamId || isUnnamedRefusal(refusal))) {
      this.#onEncoderRefused(streamId, refusal);
    }
    if (!streamId || !sentence) {
      this.#log.warn({ direction, refusal, remoteAddress }, `router: refused a caller: ${refusal}`);
      return;
    }
    const [kind, who] = direction === 'ingest' ? ['encoder', 'An encoder'] : ['viewer', 'A viewer'];
    const incident = { code: `${kind}_refused_${refusal}`, severity: 'warning', message: sentence(who) } as const;
    recordIncident(streamId, incident).catch((error: unknown) =>
      this.#log.warn({ err: error, streamId, code: incident.code }, 'router: cannot record an incident'),
    );
  }
}
