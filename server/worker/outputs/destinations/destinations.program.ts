import { writeSync } from 'node:fs';
import type { DestinationTask } from '@/lib/contracts/destination-tasks';
import { errorText } from '@/lib/core/error-text';
import type { HostRights } from '@/lib/core/pull-networks';
import { MediaClock } from '@/lib/media/media-clock';
import { FeedFrameReader } from '../../feed/feed-frames';
import { Destination, type Protocol, type Unsupported } from './destination';
import type { DestinationsNote, DestinationsTask } from './destinations';
import { FlvMuxer, type FlvMuxerHandlers } from './flv-muxer';
import type { Gop } from './rtmp-push';
import { Slate } from './slate';
import type { WhipMedia } from './whip-media';

/*
 * The program of the process that sends a camera to its destinations; see destinations.ts. It gets its task, the camera's
 * messages and notes at its standard input, after the mark in its argument. It writes the destinations' states, and what
 * failed, to file descriptor 3. It loads neither zod nor the log. It loads FFmpeg only for SRT, for WHIP, for audio that is
 * not AAC and for the slate of a lost camera.
 */

const stateIntervalMs = 500;
const reportFd = 3;
/** Bound of what is kept for a new connection: the frames since a keyframe. */
const maxGopBytes = 16 * 1024 * 1024;
const goodbyeMs = 400;

// Its worker is asked to end at the same time, and closes its input.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

const destinations = new Map<string, Destination>();
let gop: Gop | null = null;
let gopBytes = 0;
let tables: Buffer = Buffer.alloc(0);
const noTables = Buffer.alloc(0);
/** While one is sent by WHIP. */
let whip: WhipMedia | 'opening' | null = null;

const handlers: FlvMuxerHandlers = {
  onTag(tag, entry) {
    if (entry) {
      gop = { entry, tags: [] };
      gopBytes = 0;
    }
    for (const destination of destinations.values()) destination.addTag(tag, entry);
    gopBytes += tag.body.length;
    if (gopBytes > maxGopBytes) gop = null;
    gop?.tags.push(tag);
  },
  onFault: (error) => report({ failure: errorText(error) }),
  onPacket(stream, packet, ticks) {
    if (whip && whip !== 'opening') whip.addPacket(stream, packet, ticks);
  },
};
/** One timeline, so that the slate and the camera follow each other. */
const clock = new MediaClock();
const muxer = new FlvMuxer(handlers, clock);
/** A muxer of its own keeps the format of the camera's sound. */
const slateMuxer = new FlvMuxer(handlers, clock);

const slate = new Slate({
  readFormat: () => muxer.format,
  onBegin() {
    slateMuxer.interrupt();
    interruptAll();
  },
  onMessage(message, isKeyframe) {
    slateMuxer.addBytes(message);
    // Each keyframe has the tables before it.
    for (const destination of destinations.values()) destination.addMessage(message, isKeyframe ? 0 : null, noTables);
  },
  onFault: (error) => report({ failure: errorText(error) }),
});

const frames = new FeedFrameReader(process.argv[2] ?? '', {
  start(task) {
    process.title = `sightline-destinations ${(task as DestinationsTask).workerId}`;
    setInterval(reportStates, stateIntervalMs);
  },
  message(message, at) {
    if (slate.cameraSent(at !== null)) {
      muxer.interrupt();
      interruptAll();
      muxer.addBytes(tables);
    }
    if (slate.isShown) return;
    muxer.addBytes(message);
    for (const destination of destinations.values()) destination.addMessage(message, at, tables);
  },
  setTables(packets) {
    tables = packets;
    if (!slate.isShown) muxer.addBytes(packets);
  },
  interrupt() {
    slate.cameraInterrupted();
    if (slate.isShown) return;
    muxer.interrupt();
    interruptAll();
  },
  note: (note) => follow(note as DestinationsNote),
});

process.stdin.on('data', (bytes: Buffer) => frames.addBytes(bytes));
// The output was stopped, or the worker is gone.
process.stdin.once('end', goodbye);
process.stdin.once('error', goodbye);

/** The next packets do not continue those before. */
function interruptAll(): void {
  gop = null;
  if (whip && whip !== 'opening') whip.interrupt();
  for (const destination of destinations.values()) destination.interrupt();
}

/** Begins, ends and changes destinations. Without any, the process ends. */
function follow({ choice, tasks, networks, ownServices, slate: text }: DestinationsNote): void {
  muxer.choose(choice);
  slate.setText(text);
  const rights = { networks, ownServices, reachesMachine: true };
  const wanted = new Map(tasks.map((task) => [task.id, task]));
  for (const [id, destination] of destinations) {
    if (wanted.get(id)?.revision === destination.task.revision) continue;
    destination.close();
    destinations.delete(id);
  }
  for (const task of tasks) if (!destinations.has(task.id)) begin(task, rights);
  if (!tasks.some(({ kind }) => kind === 'whip')) closeWhip();
  else if (!whip) void openWhip();
  reportStates();
  if (tasks.length === 0) goodbye();
}

function begin(task: DestinationTask, rights: HostRights): void {
  const ticksAt = (wallMs: number) => muxer.ticksAt(wallMs);
  const destination = new Destination(task, {
    rights,
    readGop: () => gop,
    readUnsupported,
    isSlateShown: () => slate.isShown,
    ticksAt,
  });
  destinations.set(task.id, destination);
  void destination.run();
}

function readUnsupported(protocol: Protocol): Unsupported | null {
  const codec = protocol === 'srt' ? null : muxer.unsupportedVideo;
  if (codec) return { cause: 'unsupported_video', detail: codec };
  const detail = protocol === 'whip' && whip && whip !== 'opening' ? whip.unsupported : null;
  return detail ? { cause: 'unsupported_picture', detail } : null;
}

async function openWhip(): Promise<void> {
  whip = 'opening';
  // Loads FFmpeg.
  const { WhipMedia: Media } = await import('./whip-media');
  if (whip !== 'opening') return;
  whip = new Media({
    onPicture(picture) {
      for (const destination of destinations.values()) destination.addPicture(picture);
    },
    onSound(opus, ticks) {
      for (const destination of destinations.values()) destination.addSound(opus, ticks);
    },
    onFault: (error) => report({ failure: errorText(error) }),
  });
}

function closeWhip(): void {
  if (whip && whip !== 'opening') whip.close();
  whip = null;
}

/** Ends the streams, so that the servers need not time out. */
function goodbye(): void {
  for (const destination of destinations.values()) destination.close();
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), goodbyeMs);
}

function reportStates(): void {
  report({ states: [...destinations.values()].map((destination) => destination.report) });
}

/** Tells the worker something, as a line of JSON. */
function report(told: object): void {
  try {
    writeSync(reportFd, `${JSON.stringify(told)}\n`);
  } catch (error) {
    // The worker is gone, or reads no more; the next report says the same.
    if (!['EPIPE', 'EAGAIN'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
