import type { WorkerSource } from '@/lib/contracts/worker-protocol';
import { FileSource } from './file/file-source';
import { ProgramSource } from './program/program-source';
import { PullSource } from './pull/pull-source';
import { ReplaySource } from './replay/replay-source';
import { RoomSource } from './room/room-source';
import { RtmpSource } from './rtmp/rtmp-source';
import type { Source, SourceContext } from './source';
import { SrtReaderThread } from './srt/srt-reader-thread';
import { SrtSource } from './srt/srt-source';
import { TestSource } from './test/test-source';

/** Opens sources. It is created before there is a spec and preloads what most sources need. */
export class SourceOpener {
  readonly #srtReader = new SrtReaderThread();

  open(source: WorkerSource, context: SourceContext): Source {
    if (source.kind !== 'srt') this.#srtReader.dismiss();
    switch (source.kind) {
      case 'srt':
        return new SrtSource(source, context, this.#srtReader);
      case 'room':
        return new RoomSource(source, context);
      case 'rtmp':
        return new RtmpSource(context);
      case 'test':
        return new TestSource(source);
      case 'pull':
        return new PullSource(source, context);
      case 'file':
        return new FileSource(source, context);
      case 'program':
        return new ProgramSource(source, context);
      case 'replay':
        return new ReplaySource(source, context);
    }
  }
}
