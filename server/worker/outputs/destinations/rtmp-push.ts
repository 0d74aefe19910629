import type { Socket } from 'node:net';
import type { DestinationTask } from '@/lib/contracts/destination-tasks';
import type { HostRights } from '@/lib/core/pull-networks';
import { RtmpRefusal } from '@/lib/core/rtmp/rtmp-client';
import { RtmpError } from '@/lib/core/rtmp/rtmp-error';
import { RtmpPublisher } from '@/lib/core/rtmp/rtmp-publisher';
import { DestinationFault } from './destination-fault';
import type { FlvFormat } from './flv-muxer';
import type { FlvTag } from './flv-tags';
import { openSocket } from './open-socket';
import type { Push } from './push';

/** From the connection to the server's yes. With the time to connect, a wrong key is named within 10 s. */
const answerTimeoutMs = 4_000;
/** Maximum that waits for the network. Beyond it, frames are left out up to the next keyframe. */
const maxBehindMs = 3_000;
/** Handed to the system at once; the rest waits here, where it can be left out. */
const maxBufferedBytes = 64 * 1024;
const goodbyeTimeoutMs = 300;
const ports = { 'rtmp:': 1_935, 'rtmps:': 443 } as const;

/** The tags since the last keyframe, so that a new stream begins at once. */
export interface Gop {
  entry: FlvFormat;
  tags: FlvTag[];
}

/** The parts of an address and a key, as `connect` and `publish` name them. */
export function rtmpTarget({ address, key }: Pick<DestinationTask, 'address' | 'key'>) {
  const url = new URL(address);
  const isTls = url.protocol === 'rtmps:';
  const port = Number(url.port) || ports[isTls ? 'rtmps:' : 'rtmp:'];
  const path = `${url.pathname}${url.search}`.replace(/^\/+/, '');
  const cut = key === null ? path.lastIndexOf('/') : -1;
  // Without a key, the last part of the path is the stream's name.
  const app = key === null ? path.slice(0, Math.max(0, cut)) : path.replace(/\/+$/, '');
  const name = key ?? path.slice(cut + 1);
  return { url, port, isTls, app, name, tcUrl: `${url.protocol}//${url.host}/${app}` };
}

/** A connection that publishes by RTMP. */
export class RtmpPush implements Push {
  readonly ended: Promise<never>;
  readonly #socket: Socket;
  readonly #publisher: RtmpPublisher;
  #fail: (fault: DestinationFault) => void = () => undefined;
  #queue: FlvTag[] = [];
  /** When its first frame is decoded, on the camera's timeline; null before that. */
  #startMs: number | null = null;
  #format: FlvFormat | null = null;
  #needsKeyframe = true;
  #droppedFrames = 0;
  #sentMs = { video: -1, audio: -1 };

  private constructor(socket: Socket, target: ReturnType<typeof rtmpTarget>, onPublishing: () => void) {
    this.#socket = socket;
    const { app, tcUrl, name } = target;
    this.#publisher = new RtmpPublisher({ app, tcUrl, name, send: (bytes) => socket.write(bytes), onPublishing });
    this.ended = new Promise((_, reject) => {
      this.#fail = reject;
    });
    // Its failure is heard of by those who wait for it.
    this.ended.catch(() => undefined);
    socket.on('data', (bytes: Buffer) => this.#read(bytes));
    socket.on('drain', () => this.#pump());
    socket.on('error', () => undefined);
    socket.once('close', () => this.#fail(new DestinationFault('closed')));
    socket.once('end', () => socket.destroy());
    this.#publisher.start();
  }

  /** Connects and asks to publish. @throws DestinationFault */
  static async open(task: DestinationTask, rights: HostRights): Promise<RtmpPush> {
    const target = rtmpTarget(task);
    const socket = await openSocket(target.url, target, rights);
    let take = () => {};
    const taken = new Promise<void>((resolve) => {
      take = resolve;
    });
    const push = new RtmpPush(socket, target, () => take());
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new DestinationFault(push.#publisher.hasAnswered ? 'refused' : 'no_answer'));
      }, answerTimeoutMs);
    });
    try {
      await Promise.race([taken, push.ended, late]);
      return push;
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  get sentBytes(): number {
    return this.#socket.bytesWritten - this.#socket.writableLength;
  }

  get behindMs(): number {
    const [first] = this.#queue;
    return first ? Math.max(0, (this.#queue.at(-1)?.ms ?? 0) - first.ms) : 0;
  }

  get droppedFrames(): number {
    return this.#droppedFrames;
  }

  /** Begins with what was kept. A group that is longer than what may wait would be left out: it begins at the next keyframe. */
  addGop({ entry, tags }: Gop): void {
    const lengthMs = (tags.at(-1)?.ms ?? 0) - (tags[0]?.ms ?? 0);
    if (lengthMs >= maxBehindMs) return;
    for (const [index, tag] of tags.entries()) this.addTag(tag, index === 0 ? entry : null);
  }

  /** Takes the next tag. @param entry where a stream can begin with it: what comes before it */
  addTag(tag: FlvTag, entry: FlvFormat | null): void {
    if (this.behindMs > maxBehindMs) this.#leaveOut();
    if (this.#needsKeyframe) {
      if (!entry) {
        if (tag.kind === 'video' && this.#startMs !== null) this.#droppedFrames++;
        return;
      }
      this.#needsKeyframe = false;
    }
    if (entry) this.#begin(entry, tag.ms);
    this.#queue.push(tag);
    this.#pump();
  }

  /** Data is missing: it goes on at the next keyframe. */
  interrupt(): void {
    this.#needsKeyframe = true;
  }

  close(): void {
    this.#publisher.unpublish();
    this.#socket.end();
    setTimeout(() => this.#socket.destroy(), goodbyeTimeoutMs).unref();
  }

  /** Sends what a decoder needs, at first and where it changes. */
  #begin(format: FlvFormat, ms: number): void {
    const before = this.#format;
    this.#format = format;
    if (this.#startMs === null) {
      this.#startMs = ms;
      const { width, height } = format;
      this.#publisher.sendMetadata({ width, height, videocodecid: 7, audiocodecid: 10, encoder: 'Sightline' });
    }
    const isNew = (name: 'videoConfig' | 'audioConfig') => !before?.[name].equals(format[name]);
    if (isNew('audioConfig')) this.#queue.push({ kind: 'audio', ms, body: format.audioConfig, isKeyframe: false });
    if (isNew('videoConfig')) this.#queue.push({ kind: 'video', ms, body: format.videoConfig, isKeyframe: false });
  }

  /** Live: what waits is dropped, and the server goes on with the next keyframe. */
  #leaveOut(): void {
    this.#droppedFrames += this.#queue.filter(({ kind }) => kind === 'video').length;
    this.#queue = [];
    // Its configuration may have been among it.
    this.#format = null;
    this.#needsKeyframe = true;
  }

  #pump(): void {
    while (this.#socket.writableLength < maxBufferedBytes && !this.#socket.destroyed) {
      const tag = this.#queue.shift();
      if (!tag) return;
      const { kind, body } = tag;
      const ms = Math.round(tag.ms - (this.#startMs ?? 0));
      // Audio of before the first frame.
      if (ms < 0) continue;
      if (isConfig(body)) {
        this.#publisher.sendMedia(kind, Math.max(ms, this.#sentMs[kind]), body);
        continue;
      }
      // Times grow, also where two frames fall into one millisecond.
      this.#sentMs[kind] = Math.max(ms, this.#sentMs[kind] + 1);
      this.#publisher.sendMedia(kind, this.#sentMs[kind], body);
    }
  }

  #read(bytes: Buffer): void {
    try {
      this.#publisher.addBytes(bytes);
    } catch (error) {
      if (!(error instanceof RtmpError)) throw error;
      const isRefusal = error instanceof RtmpRefusal;
      this.#fail(new DestinationFault(isRefusal ? 'refused' : 'not_rtmp', isRefusal ? error.message : null));
      this.#socket.destroy();
    }
  }
}

const isConfig = (body: Buffer): boolean => body[1] === 0;
