import type { PlacedWorkerSpec } from '@/lib/contracts/worker-protocol';
import type { Source } from './sources/source';
import { SrtReaderThread } from './sources/srt/srt-reader-thread';
import { SrtSource } from './sources/srt/srt-source';

export interface SourceOptions {
  spec: Pick<PlacedWorkerSpec, 'source' | 'address' | 'limits'>;
  /** A camera sends more than it may, or (null) no longer. Meanwhile it is lost for the feed. */
  onExcess(kbps: number | null): void;
}

/** Opens sources. Made before there is a spec, it loads meanwhile what most of them need. */
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
    }
  }
}
