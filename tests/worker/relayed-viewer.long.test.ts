import { expect } from 'vitest';
import { mintViewerToken } from '@/lib/platform/livekit/room-tokens';
import { workerTest as test } from '../support/fixtures/worker-test';
import { OwnLivekit } from '../support/room/own-livekit';
import { RoomDecoder } from '../support/room/room-decoder';
import { until } from '../support/until';
import { untilPublished } from '../support/worker/until-published';
import { startEncoder } from '../support/worker/worker-process';

const balancerPort = 443;

test.for(['udp', 'tls'] as const)(
  "a viewer whose network lets nothing through but LiveKit's TURN server sees the camera, by %s",
  async (transport, { startWorker, joinRoom, onTestFinished }) => {
    const livekit = await OwnLivekit.startWithTurn(transport);
    onTestFinished(() => livekit.stop());
    const worker = await startWorker({ livekitUrl: livekit.url });
    startEncoder(worker);
    await untilPublished(worker, 640, livekit.url);
    let frameCount = 0;
    const decoder = new RoomDecoder({ onFrame: () => frameCount++ });
    onTestFinished(() => decoder.close());
    const relays: string[] = [];
    const viewer = await joinRoom(
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
    await until('frames arrive by the relay', () => frameCount > 30, { timeoutMs: 30_000 });
    expect(viewer.candidateTypes?.local).toBe('relay');
    expect(relays).toContain(
      transport === 'udp'
        ? `turn:127.0.0.1:${livekit.turnPort}?transport=udp`
        : `turns:turn.example.org:${balancerPort}?transport=tcp`,
    );
  },
);
