import { writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import path from 'node:path';
import { uploadStatesFile } from '@/lib/contracts/recording-files';
import { errorText } from '@/lib/core/error-text';
import { FeedFrameReader } from '../../feed/feed-frames';
import type { RecorderNote } from './recorded-stream';
import type { RecorderTask } from './recorder';
import { RecordingWriter } from './recording-writer';
import type { KeyframeNote } from './segment-cutter';

/*
 * The program of the process that records a camera; see recorder.ts. It gets its task and the camera's messages at its
 * standard input, and writes its state and its failures to file descriptor 3. It ends once all is on the disk. Each camera
 * has one, so it loads neither zod nor the log: its worker checks and logs what it says.
 */

const stateIntervalMs = 500;
const inputFd = 0;
const reportFd = 3;
const readBytes = 64 * 1024;

// Its worker is asked to end at the same time, and closes its input.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

let writer: RecordingWriter | undefined;
/** Told of the next message. */
let keyframe: KeyframeNote | null = null;

const frames = new FeedFrameReader(process.argv[2] ?? '', {
  start: (task) => void record(task as RecorderTask),
  message(message, at) {
    const note = keyframe;
    keyframe = null;
    writer?.addMessage(message, at === null || !note ? null : { note, at });
  },
  setTables: (tables) => writer?.segments.setTables(tables),
  note(note) {
    const told = note as RecorderNote;
    if (told.kind === 'keyframe') keyframe = told.keyframe;
    else if (told.kind === 'format') writer?.segments.setFormat(told.format);
    else if (told.kind === 'delay') writer?.segments.setDelay(told.delay);
    else if (told.kind === 'thumbnail') writer?.segments.addThumbnail(told.atUs, Buffer.from(told.jpeg, 'base64'));
    else if (told.kind === 'gap') writer?.segments.interrupt(told.cause, told.lastPts);
    else writer?.close(told.lastPts);
  },
});
// One buffer for all reads: a stream's own would be garbage of many megabytes before it is collected.
const input = new Socket({
  fd: inputFd,
  onread: {
    buffer: Buffer.alloc(readBytes),
    callback(length, buffer) {
      frames.addBytes(Buffer.from(buffer.buffer, buffer.byteOffset, length));
      return true;
    },
  },
});
input.once('end', () => (writer ? writer.close() : process.exit()));
input.once('error', () => process.exit(1));
// Reading begins.
input.resume();

async function record({ workerId, folder, name, maxBytes }: RecorderTask): Promise<void> {
  process.title = `sightline-recorder ${workerId}`;
  const onFailure = (error: unknown) => report({ failure: errorText(error) });
  const opened = new RecordingWriter({ folder, name, maxBytes, onFailure });
  writer = opened;
  let upload: unknown = null;
  const reportState = () => report({ ...opened.state, upload });
  const timer = setInterval(() => {
    reportState();
    void readUpload(folder).then((state) => {
      upload = state;
    });
  }, stateIntervalMs);
  await opened.run();
  clearInterval(timer);
  reportState();
  process.exit();
}

/** Tells the worker something, as a line of JSON. */
function report(told: object): void {
  try {
    writeSync(reportFd, `${JSON.stringify(told)}\n`);
  } catch (error) {
    // The worker is gone, or reads no more: what was recorded is finished all the same.
    if (!['EPIPE', 'EAGAIN'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Reads what an uploader in the same Pod tells of a recording; null where there is none. */
async function readUpload(folder: string): Promise<unknown> {
  try {
    const states = JSON.parse(await readFile(path.join(folder, '..', uploadStatesFile), 'utf8'));
    return states[path.basename(folder)] ?? null;
  } catch {
    // Most recorders have no uploader beside them.
    return null;
  }
}
