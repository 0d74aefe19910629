import type { WorkerSourceKind } from '@/lib/contracts/source-kinds';
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

/** The source of each kind. */
const sources: {
  [Kind in WorkerSourceKind]: (
    source: Extract<WorkerSource, { kind: Kind }>,
    context: SourceContext,
    reader: SrtReaderThread,
  ) => Source;
} = {
  srt: (source, context, reader) => new SrtSource(source, context, reader),
  rtmp: (_, context) => new RtmpSource(context),
  room: (source, context) => new RoomSource(source, context),
  pull: (source, context) => new PullSource(source, context),
  file: (source, context) => new FileSource(source, context),
  program: (source, context) => new ProgramSource(source, context),
  replay: (source, context) => new ReplaySource(source, context),
  test: (source) => new TestSource(source),
};

/** Opens sources. It is created before there is a spec and preloads what most sources need. */
export class SourceOpener {
  readonly #srtReader = new SrtReaderThread();

  open(source: WorkerSource, context: SourceContext): Source {
    if (source.kind !== 'srt') this.#srtReader.dismiss();
    const open = sources[source.kind] as (of: WorkerSource, context: SourceContext, reader: SrtReaderThread) => Source;
    return open(source, context, this.#srtReader);
  }
}
