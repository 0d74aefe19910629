import { createWriteStream } from 'node:fs';
import { open, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import {
  type CameraFiles,
  type EditFormat,
  exportFormats,
  isEditFormat,
  isOneArchive,
} from '@/lib/contracts/export-formats';
import { type ExportNote, exportFormatSchema, type StoredExportFile } from '@/lib/contracts/exports';
import { clipAround } from '@/lib/core/clip-around';
import { hourMs, minuteMs } from '@/lib/core/durations';
import { maxOf } from '@/lib/core/extremes';
import type { Stretch } from '@/lib/core/stretch';
import { localUsOf, utc } from '@/lib/core/time-zone';
import { db } from '@/lib/platform/db/db';
import { exporterEnv } from '@/lib/platform/env/exporter-env';
import { log } from '@/lib/platform/log';
import { freeExportBytes, makeExportFolder, storeExportFiles } from '@/lib/platform/storage/export-folder';
import { openSlices } from '@/lib/platform/storage/recording-store';
import type { RecordingExport } from '@/prisma/generated/client';
import type { EditMedia } from './edit/edit';
import { editFiles, mediaFolder } from './edit/edit-files';
import { readCuts, readEdit, readMarks } from './edit/read-edit';
import { ExportError } from './export-error';
import { runMuxProcess, TaskChange } from './mux-process';
import type { CopyTask, Muxed, ProgramClip } from './muxer/mux-task';
import {
  mergedRanges,
  type NamedRange,
  nameFor,
  type PlannedFile,
  type PlannedRecording,
  planFiles,
  planProgram,
} from './plan-files';
import { type ProgressLimits, ProgressWatch } from './progress-watch';
import { readWritten } from './read-written';

/** An export leaves this much free for recordings that go on. */
const sparedBytes = 1024 ** 3;

/** Limits for all files together. The muxer of one file ends sooner, and each part of an upload has its own time. */
const limits: ProgressLimits = {
  subject: 'The export',
  fault: 'too_long',
  maxMs: 24 * hourMs,
  maxStillMs: 15 * minuteMs,
};

/** A written file and its properties. */
interface MadeFile {
  stored: StoredExportFile;
  /** How it was muxed; null of raw packets. */
  made: { task: CopyTask; muxed: Muxed } | null;
  cameraId: string;
  planned: PlannedFile;
}

/** Where DaVinci Resolve looks for a proxy of the same name. */
const proxyFolder = 'Proxy/';
/** Premiere Pro's own end of such names. */
const proxySuffix = '_Proxy';

function mediaOf({ stored, made, cameraId }: MadeFile, timeZone: string): EditMedia[] {
  if (!made) return [];
  const { name, cameraName, startUs, durationUs } = stored;
  const localStartUs = localUsOf(startUs, timeZone);
  const { rate, width, height, audioChannels, audioRates } = made.muxed;
  const channels = audioChannels.reduce((sum, count) => sum + count, 0);
  const audio = { audioTracks: audioChannels.length, audioChannels: channels, audioRate: audioRates[0] ?? 0 };
  return [{ cameraId, cameraName, name, startUs, localStartUs, durationUs, rate, width, height, ...audio }];
}

/** Sound may have to be decoded, and empty tracks left out. Either shows only once the other is done. */
const maxTaskChanges = 3;

/** A file that lacks so much of its length by the index lacks frames. */
const maxShortUs = 1e6;

/** Compares a file with what the muxer has counted, and with the index. */
function notesOf({ keyframes, durationUs }: PlannedFile, muxed: Muxed): ExportNote[] {
  const lacksFrames = muxed.lostFrames > 0 || muxed.keyframes < keyframes || muxed.durationUs < durationUs - maxShortUs;
  return [
    ...(muxed.audioMade ? [`sound_${muxed.audioMade}` as const] : []),
    ...(lacksFrames ? (['frames_missing'] as const) : []),
    ...(muxed.lostSound > 0 ? (['sound_missing'] as const) : []),
  ];
}

const totalBytesOf = (files: PlannedFile[]): number => files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/** Makes the files of one export, and counts how far it is. */
export class ExportJob {
  readonly #row: RecordingExport;
  readonly #watch = new ProgressWatch(limits);
  readonly #signal: AbortSignal;
  #totalBytes = 0;
  #countedBytes = 0;

  /** @param signal ends it: its files are then of no use */
  constructor(row: RecordingExport, signal: AbortSignal) {
    this.#row = row;
    this.#signal = AbortSignal.any([signal, this.#watch.signal]);
  }

  get #doneBytes(): number {
    return this.#countedBytes;
  }

  set #doneBytes(bytes: number) {
    this.#countedBytes = bytes;
    this.#watch.noteProgress();
  }

  /** From 0 to 1. */
  get progress(): number {
    return this.#totalBytes === 0 ? 0 : Math.min(1, this.#doneBytes / this.#totalBytes);
  }

  /** @throws ExportError; the signal's reason */
  async run(): Promise<StoredExportFile[]> {
    const files = await this.#makeFiles().finally(() => this.#watch.stop());
    try {
      await storeExportFiles(
        this.#row.id,
        files.map(({ name }) => name),
        this.#signal,
      );
    } catch (error) {
      this.#signal.throwIfAborted();
      throw new ExportError('cannot_write', 'The files cannot be stored', { cause: error });
    }
    return files;
  }

  async #makeFiles(): Promise<StoredExportFile[]> {
    const format = exportFormatSchema.parse(this.#row.format);
    const ranges = await this.#readRanges();
    const recordings = await this.#readRecordings(maxOf(ranges.map(({ endUs }) => endUs)));
    const { cameraFiles } = exportFormats[format];
    if (!cameraFiles) return this.#makeProgram(recordings, mergedRanges(ranges));
    const { timeZone } = await this.#readEvent();
    const planned = planFiles(recordings, isEditFormat(format) ? mergedRanges(ranges) : ranges, cameraFiles, timeZone);
    if (planned.length === 0) throw new ExportError('nothing_recorded', 'Nothing was recorded in this range');
    const bytes = totalBytesOf(planned);
    const { hasProxies } = this.#row;
    // A proxy of a camera of few bits may be as large as what it stands for.
    await this.#requireSpace(hasProxies ? bytes * 2 : bytes);
    // Each file is written, and then read for its checksum.
    this.#totalBytes = bytes * (hasProxies ? 4 : 2);
    const folder = await makeExportFolder(this.#row.id, exporterEnv().WORKER_USER_ID);
    const made: MadeFile[] = [];
    for (const file of planned) made.push(await this.#make(file, cameraFiles, folder, timeZone));
    const texts = isEditFormat(format) ? await this.#writeEdit(format, made, folder, timeZone) : [];
    const proxies: StoredExportFile[] = [];
    if (hasProxies) for (const one of made) proxies.push(await this.#makeProxy(one, folder));
    return [...texts, ...made.map(({ stored }) => stored), ...proxies];
  }

  /** The show as it was cut, in one file. */
  async #makeProgram(recordings: PlannedRecording[], ranges: NamedRange[]): Promise<StoredExportFile[]> {
    const { name: eventName, timeZone } = await this.#readEvent();
    const startsAt = new Date((ranges[0]?.startUs ?? 0) / 1_000);
    const endsAt = new Date((ranges.at(-1)?.endUs ?? 0) / 1_000);
    const cuts = await readCuts(this.#row, startsAt, endsAt);
    const planned = planProgram(recordings, cuts, ranges, timeZone);
    const [first] = planned;
    if (!first) throw new ExportError('nothing_on_air', 'No camera was on air in this range');
    const bytes = totalBytesOf(planned);
    await this.#requireSpace(bytes * 2);
    // The clips are gathered, joined, and what comes of them is read for its checksum.
    this.#totalBytes = bytes * 3;
    const folder = await makeExportFolder(this.#row.id, exporterEnv().WORKER_USER_ID);
    const clips: ProgramClip[] = [];
    for (const [index, { recordingId, slices, sizeBytes, startUs, fromUs, toUs }] of planned.entries()) {
      const file = path.join(folder, `clip ${index}.tmp`);
      await this.#copy(this.#counted(openSlices(recordingId, slices).read(0, sizeBytes)), file);
      clips.push({ file, startUs, fromUs, toUs });
    }
    const localStartUs = localUsOf(first.fromUs, timeZone);
    const name = nameFor(eventName, localStartUs, 'mp4', new Set());
    const file = path.join(folder, name);
    const list = Readable.from([Buffer.from(JSON.stringify(clips))]);
    const { durationUs, videoFrames, encodedFrames, lostFrames } = await runMuxProcess(
      { kind: 'program', file, localStartUs },
      list,
      this.#signal,
      (progress) => {
        this.#doneBytes = bytes * (1 + progress);
      },
    );
    log.info({ exportId: this.#row.id, clips: clips.length, videoFrames, encodedFrames }, 'exporter: program joined');
    for (const clip of clips) await rm(clip.file);
    const checked = await this.#checksum(file, bytes);
    const notes: ExportNote[] = lostFrames > 0 ? ['frames_missing'] : [];
    return [{ name, cameraName: '', startUs: first.fromUs, durationUs, folder: '', notes, ...checked }];
  }

  /** The event's name, and its time zone. */
  async #readEvent(): Promise<{ name: string; timeZone: string }> {
    const select = { name: true, timeZone: true };
    const event = await db().event.findUniqueOrThrow({ where: { id: this.#row.eventId }, select });
    return { name: event.name, timeZone: event.timeZone ?? utc };
  }

  /** The ranges that are exported: the one that was asked for, or a clip of each of its marks. */
  async #readRanges(): Promise<NamedRange[]> {
    const { eventId, startsAt, endsAt, aroundMarks, handlesMs } = this.#row;
    const around = ({ startMs, endMs }: Stretch, name: string): NamedRange => ({
      startUs: (startMs - handlesMs) * 1_000,
      endUs: (endMs + handlesMs) * 1_000,
      name,
    });
    if (!aroundMarks) return [around({ startMs: startsAt.getTime(), endMs: endsAt.getTime() }, '')];
    const marks = await readMarks(eventId, startsAt, endsAt);
    if (marks.length === 0) throw new ExportError('no_marks', 'This range has no mark');
    return marks.map(({ at, name }) => around(clipAround(at.getTime()), name));
  }

  async #requireSpace(bytes: number): Promise<void> {
    if ((await freeExportBytes()) < bytes + sparedBytes) {
      throw new ExportError('disk_full', 'Too little of the disk is free');
    }
  }

  /** The cut of the show beside its files. */
  async #writeEdit(
    format: EditFormat,
    made: MadeFile[],
    folder: string,
    timeZone: string,
  ): Promise<StoredExportFile[]> {
    const media = made.flatMap((file) => mediaOf(file, timeZone));
    const edit = await readEdit(this.#row, media, timeZone);
    const texts = editFiles(format, edit);
    for (const { stored } of made) if (isOneArchive(format)) stored.folder = mediaFolder;
    for (const { name, text } of texts) await writeFile(path.join(folder, name), text);
    return texts.map(({ name, text }) => ({
      name,
      cameraName: '',
      startUs: 0,
      durationUs: 0,
      sizeBytes: Buffer.byteLength(text),
      crc32: crc32(text),
      folder: '',
      notes: [],
    }));
  }

  /** @param endUs where the last range ends */
  async #readRecordings(endUs: number): Promise<PlannedRecording[]> {
    const { recordingIds, eventId } = this.#row;
    const recordings = await db().recording.findMany({
      where: { id: { in: recordingIds }, eventId },
      // As the multiview has them: an edit's angles are in this order.
      orderBy: [{ stream: { number: 'asc' } }, { startedAt: 'asc' }, { id: 'asc' }],
      include: { stream: { select: { number: true } } },
    });
    return Promise.all(
      recordings.map(async (recording) => {
        const { id, cameraName, streamId, stream } = recording;
        const parts = await readWritten(id, endUs, this.#row, this.#signal);
        return { id, cameraName, cameraNumber: stream?.number ?? null, cameraId: streamId ?? id, parts };
      }),
    );
  }

  async #make(planned: PlannedFile, format: CameraFiles, folder: string, timeZone: string): Promise<MadeFile> {
    const { cameraId, cameraName, name, startUs, durationUs, leadBytes } = planned;
    const file = path.join(folder, name);
    const { made, ...checked } = await this.#write(file, planned, async (media) => {
      if (format === 'ts') {
        await this.#copy(media(), file);
        return null;
      }
      const localStartUs = localUsOf(startUs, timeZone);
      const task: CopyTask = { kind: 'copy', file, format, startUs, localStartUs, durationUs, leadBytes };
      for (let changes = 0; ; changes++) {
        try {
          return { task, muxed: await runMuxProcess(task, media(), this.#signal) };
        } catch (error) {
          if (!(error instanceof TaskChange) || changes === maxTaskChanges) throw error;
          await rm(file, { force: true });
          error.applyTo(task);
        }
      }
    });
    const notes = made ? notesOf(planned, made.muxed) : [];
    const length = made?.muxed.durationUs ?? durationUs;
    const stored = { name, cameraName, startUs, durationUs: length, folder: '', notes, ...checked };
    return { stored, made, cameraId, planned };
  }

  /** The small version of a file. Editors find it by name: DaVinci Resolve in a folder of its own, Premiere Pro by its end. */
  async #makeProxy({ stored: original, planned, made }: MadeFile, folder: string): Promise<StoredExportFile> {
    if (!made) throw new ExportError('codec', 'Raw packets have no proxy');
    const { name: base, ext } = path.parse(original.name);
    const name = `${base}${proxySuffix}${ext}`;
    const file = path.join(folder, name);
    const { made: muxed, ...checked } = await this.#write(file, planned, (media) =>
      runMuxProcess({ ...made.task, file, isProxy: true }, media(), this.#signal),
    );
    const { cameraName, startUs, durationUs } = original;
    const inArchive = { folder: proxyFolder, archiveName: original.name };
    return { name, cameraName, startUs, durationUs, ...inArchive, notes: notesOf(planned, muxed), ...checked };
  }

  /**
   * Writes a file, and counts what is read for it and then for its checksum.
   * @param write makes it; it may read its media again
   */
  async #write<Made>(
    file: string,
    { recordingId, slices, sizeBytes }: PlannedFile,
    write: (media: () => AsyncIterable<Buffer>) => Promise<Made>,
  ): Promise<{ made: Made; sizeBytes: number; crc32: number }> {
    const doneBefore = this.#doneBytes;
    const made = await write(() => {
      this.#doneBytes = doneBefore;
      return this.#counted(openSlices(recordingId, slices).read(0, sizeBytes));
    });
    this.#doneBytes = doneBefore + sizeBytes;
    const checked = await this.#checksum(file, sizeBytes);
    this.#doneBytes = doneBefore + sizeBytes * 2;
    return { made, ...checked };
  }

  async *#counted(media: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const bytes of media) {
      this.#doneBytes += bytes.length;
      yield bytes;
    }
  }

  async #copy(media: AsyncIterable<Buffer>, file: string): Promise<void> {
    try {
      await pipeline(Readable.from(media, { objectMode: false }), createWriteStream(file), { signal: this.#signal });
    } catch (error) {
      this.#signal.throwIfAborted();
      const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
      throw new ExportError(isFull ? 'disk_full' : 'cannot_write', 'The file cannot be written', { cause: error });
    }
  }

  /** @param expectedBytes what it counts as, however long the file is */
  async #checksum(file: string, expectedBytes: number): Promise<{ sizeBytes: number; crc32: number }> {
    const handle = await open(file, 'r');
    try {
      const { size: sizeBytes } = await handle.stat();
      const doneBefore = this.#doneBytes;
      let value = 0;
      let read = 0;
      for await (const bytes of handle.createReadStream({ autoClose: false, highWaterMark: 1024 * 1024 })) {
        this.#signal.throwIfAborted();
        value = crc32(bytes, value);
        read += bytes.length;
        this.#doneBytes = doneBefore + (read / Math.max(1, sizeBytes)) * expectedBytes;
      }
      return { sizeBytes, crc32: value };
    } finally {
      await handle.close();
    }
  }
}
