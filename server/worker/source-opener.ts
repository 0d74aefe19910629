import type { PlacedWorkerSpec } from '@/lib/contracts/worker-protocol';
import type { Source } from './sources/source';
import { SrtReaderThread } from './sources/srt/srt-reader-thread';
import { SrtSource } from './sources/srt/srt-source';

export interface SourceOptions {
  spec: Pick<PlacedWorkerSpec, 'source' | 'address' | 'limits'>;
  /** A camera exceeds its bitrate limit, or no longer does (null). Meanwhile it is lost for the feed. */
  onExcess(kbps: number | null): void;
}

/** Opens sources. It is created before there is a spec and preloads what most sources need. */
export class SourceOpener {
  readonly #srtReader = new SrtReaderThread();

  open({ spec: { source, address, limits }, onExcess }: SourceOptions): Source {
    switch (source.kind) {
      case 'srt':
        return new SrtSource(this.#srtReader, {
          listener: { host: address.host, port: address.inputPort, passphrase: source.passphrase },
          maxBitrateKbps: limits.maxBitrateKbps,
          onExcess,
        });
      case 'room':
        throw new Error('This worker cannot receive from a room');
    }
  }
}
