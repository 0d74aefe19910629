import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProgramTask } from '@/lib/contracts/worker-protocol';
import { barcodeAt, barcodeBars } from '@/lib/core/barcode';
import { newId } from '@/lib/core/id';
import { pause } from '@/lib/core/pause';
import type { Size } from '@/lib/media/frame';
import { pictureFrame } from '@/lib/media/frame';
import { MediaClock } from '@/lib/media/media-clock';
import { log } from '@/lib/platform/log';
import { Feed } from '@/server/worker/feed/feed';
import { FeedRelay } from '@/server/worker/outputs/relay/feed-relay';
import { TsProgram } from '@/server/worker/program/ts-program';
import { StreamEncoder } from '@/server/worker/sources/made/stream-encoder';
import { soundMs, soundSamples } from '@/server/worker/sources/made/stream-muxer';

export const generousLimits = { maxSidePixels: 4_096, maxFps: 120, maxBitrateKbps: 50_000 };

export interface MadeCameraOptions {
  size: Size;
  fps: number;
  /** The brightness below the barcode, 0 to 255. */
  luma: number;
  /** The value of all samples, 0 to 1. */
  loudness: number;
}

/** A camera with a barcode, and its worker's feed. */
export interface MadeCamera {
  task: ProgramTask['cameras'][number];
  /** When its frames were captured, in milliseconds since 1970. */
  capturedMs: readonly number[];
  /** Ends the camera and its feed. */
  end(): Promise<void>;
}

/** Starts a camera whose pictures have one brightness, and whose sound has one value. */
export async function startMadeCamera({ size, fps, luma, loudness }: MadeCameraOptions): Promise<MadeCamera> {
  const clock = new MediaClock();
  clock.sending.srtLatencyMs = 0;
  const parser = new TsProgram({ clock, limits: generousLimits, log });
  const feed = new Feed({ parser, maxBitrateKbps: 50_000, log, onExcessChange: () => undefined });
  const relay = new FeedRelay(feed);
  await relay.start();
  const token = newId();
  const server = createServer((request, response) => {
    if (request.headers.authorization === `Bearer ${token}`) relay.answer(response);
    else response.writeHead(401).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ending = new AbortController();
  const capturedMs: number[] = [];
  const sending = send({ size, fps, luma, loudness }, feed, ending.signal, capturedMs);
  const { port } = server.address() as AddressInfo;
  return {
    task: { streamId: newId(), url: `http://127.0.0.1:${port}/feed`, token, program: null, audioTrack: null },
    capturedMs,
    async end() {
      ending.abort();
      await sending;
      await relay.stop();
      server.close();
      server.closeAllConnections();
    },
  };
}

async function send(
  { size, fps, luma, loudness }: MadeCameraOptions,
  feed: Feed,
  signal: AbortSignal,
  capturedMs: number[],
): Promise<void> {
  const encoder = new StreamEncoder({
    size,
    fps,
    keyframeIntervalFrames: 2 * fps,
    video: { preset: 'ultrafast', tune: 'zerolatency', crf: '20' },
    maxVideoBps: null,
    audioBps: 96_000n,
  });
  const planes = Buffer.alloc((size.width * size.height * 3) / 2, 128).fill(luma, 0, size.width * size.height);
  const samples = new Float32Array(2 * soundSamples).fill(loudness);
  const startMs = Date.now();
  feed.connected();
  for (let index = 0, sounds = 0; !signal.aborted; index++) {
    // A busy machine leaves frames out, as an encoder does.
    index = Math.max(index, Math.floor(((Date.now() - startMs) * fps) / 1_000));
    const dueMs = Math.round(startMs + (index * 1_000) / fps);
    await pause(Math.max(0, dueMs - Date.now()), signal);
    drawBarcode(planes, size, dueMs);
    const frame = pictureFrame(planes, size);
    capturedMs.push(dueMs);
    await encoder.sendPicture(frame, dueMs, dueMs, feed);
    frame.free();
    for (; startMs + (sounds + 1) * soundMs <= dueMs; sounds++) {
      encoder.sendSound(samples, startMs + sounds * soundMs, feed);
    }
  }
  feed.lost();
  encoder.close();
}

/** Draws the time into the upper part of a picture. */
export function drawBarcode(planes: Buffer, { width, height }: Size, ms: number): void {
  for (const [bar, isBright] of barcodeAt(ms).entries()) {
    const [left, right] = [bar, bar + 1].map((edge) => Math.round((edge * width) / barcodeBars));
    planes.fill(isBright ? 235 : 16, left, right);
  }
  for (let row = 1; row < height / 16; row++) planes.copyWithin(row * width, 0, width);
}
