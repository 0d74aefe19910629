import type { PlacedWorkerSpec } from '@/lib/contracts/worker-protocol';
import type { Logger } from '@/lib/platform/log';
import { RoomSource } from './sources/room/room-source';
import type { Source } from './sources/source';
import { SrtReaderThread } from './sources/srt/srt-reader-thread';
import { SrtSource } from './sources/srt/srt-source';

export interface SourceOptions {
  spec: Pick<PlacedWorkerSpec, 'source' | 'address' | 'limits' | 'livekitUrl'>;
  log: Logger;
  /** A fresh token for the event's room. */
  getRoomToken(): Promise<string>;
  /** A camera exceeds its bitrate limit, or no longer does (null). Meanwhile it is lost for the feed. */
  onExcess(kbps: number | null): void;
}

/** Opens sources. It is created before there is a spec and preloads what most sources need. */
export class SourceOpener {
  readonly #srtReader = new SrtReaderThread();

  open({ spec: { source, address, limits, livekitUrl }, log, getRoomToken, onExcess }: SourceOptions): Source {
    const { maxBitrateKbps } = limits;
    switch (source.kind) {
      case 'srt':
        return new SrtSource(this.#srtReader, {
          listener: { host: address.host, port: address.inputPort, passphrase: source.passphrase },
          maxBitrateKbps,
          onExcess,
        });
      case 'room': {
        this.#srtReader.dismiss();
        const { participantIdentity } = source;
        return new RoomSource({
          livekitUrl,
          getToken: getRoomToken,
          participantIdentity,
          maxBitrateKbps,
          log,
          onExcess,
        });
      }
    }
  }
}
