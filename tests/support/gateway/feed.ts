import type { Stream } from '@/prisma/generated/client';
import { type BarcodeCamera, type BarcodeCameraOptions, startBarcodeCamera } from '../camera/barcode-camera';
import { type ImpairmentProxy, openImpairmentProxy } from '../network/impairment-proxy';
import { RoomDecoder, type SeenFrame } from '../room/room-decoder';
import { RoomViewer } from '../room/room-viewer';
import { until } from '../until';
import type { GatewayProcess } from './gateway-process';
import { makeIdleStream, pressOn, untilStatus } from './reconciler';

/** A stream that is on, a camera that sends to it through a bad network, and a viewer in its room. */
export interface Feed {
  stream: Stream;
  network: ImpairmentProxy;
  camera: BarcodeCamera;
  /** The viewer's frames so far. */
  frames: SeenFrame[];
  /** The median age of the frames since a moment; NaN without any. */
  medianAgeMs(sinceMs: number): number;
  /** Waits for a frame younger than this. @returns when it arrived */
  untilYoung(ageMs: number, timeoutMs: number): Promise<number>;
  close(): Promise<void>;
}

/** @param camera what differs from low-resolution video without audio */
export async function openFeed(
  gateway: GatewayProcess,
  camera: Omit<BarcodeCameraOptions, 'urls'> = {},
  seed = 1,
): Promise<Feed> {
  const stream = await makeIdleStream();
  await pressOn(stream.id);
  await untilStatus(stream.id, 'active', 30_000);
  const network = await openImpairmentProxy(gateway.ingestPort, {}, seed);
  const started = startBarcodeCamera({
    width: 320,
    height: 180,
    bitrateKbps: 400,
    hasAudio: false,
    ...camera,
    urls: [`srt://127.0.0.1:${network.port}?mode=caller&streamid=${stream.streamKey}`],
  });
  const frames: SeenFrame[] = [];
  const decoder = new RoomDecoder({ onFrame: (frame) => frames.push(frame) });
  const viewer = await RoomViewer.joinEvent(stream.eventId, { onRtp: (kind, packet) => decoder.push(kind, packet) });
  const agesSince = (sinceMs: number) =>
    frames.flatMap(({ arrivedMs, ageMs }) => (arrivedMs >= sinceMs && ageMs !== null ? [ageMs] : []));
  return {
    stream,
    network,
    frames,
    camera: started,
    medianAgeMs(sinceMs) {
      const ages = agesSince(sinceMs).sort((a, b) => a - b);
      return ages[ages.length >> 1] ?? Number.NaN;
    },
    untilYoung(youngMs, timeoutMs) {
      const sinceMs = Date.now();
      const isYoung = ({ arrivedMs, ageMs }: SeenFrame) => arrivedMs >= sinceMs && ageMs !== null && ageMs < youngMs;
      return until('young frames arrive', () => frames.find(isYoung)?.arrivedMs, { timeoutMs }).catch(
        (cause: unknown) => {
          throw new Error(`${cause}, ages ${agesSince(sinceMs).slice(-20)}, the gateway's log: ${gateway.log()}`, {
            cause,
          });
        },
      );
    },
    async close() {
      started.stop();
      await viewer.close();
      decoder.close();
      network.close();
    },
  };
}
