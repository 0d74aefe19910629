import { afterEach, expect, test } from 'vitest';
import { mintViewerToken } from '@/lib/platform/livekit/room-tokens';
import { stopFfmpegs } from '../support/camera/ffmpeg';
import { OwnLivekit } from '../support/room/own-livekit';
import { RoomDecoder } from '../support/room/room-decoder';
import { RoomViewer } from '../support/room/room-viewer';
import { until } from '../support/until';
import { untilPublished } from '../support/worker/until-published';
import { startEncoder, startWorker } from '../support/worker/worker-process';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  stopFfmpegs();
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const balancerPort = 443;

test.each(['udp', 'tls'] as const)(
  "a viewer whose network lets nothing through but LiveKit's TURN server sees the camera, by %s",
  async (transport) => {
    const livekit = await OwnLivekit.startWithTurn(transport);
    cleanups.push(() => livekit.stop());
    const worker = await startWorker({ livekitUrl: livekit.url });
    cleanups.push(() => worker.stop());
    startEncoder(worker);
    await untilPublished(worker, 640, livekit.url);
    let frameCount = 0;
    const decoder = new RoomDecoder({ onFrame: () => frameCount++ });
    cleanups.push(() => decoder.close());
    const relays: string[] = [];
    const viewer = await RoomViewer.join(
      {
        url: livekit.url,
        token: mintViewerToken(worker.eventId, 'viewer'),
        relayAddress: (told) => {
          relays.push(told);
          return told.replace(`turn.example.org:${balancerPort}`, `127.0.0.1:${livekit.turnPort}`);
        },
      },
      { onRtp: (kind, packet) => decoder.push(kind, packet) },
    );
    cleanups.push(() => viewer.close());
    await until(() => frameCount > 30, { timeoutMs: 30_000, what: 'frames by the relay' });
    expect(viewer.candidateTypes?.local).toBe('relay');
    expect(relays).toContain(
      transport === 'udp'
        ? `turn:127.0.0.1:${livekit.turnPort}?transport=udp`
        : `turns:turn.example.org:${balancerPort}?transport=tcp`,
    );
  },
);
