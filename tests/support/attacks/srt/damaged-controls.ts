import { setTimeout as sleep } from 'node:timers/promises';
import { camera, ffmpeg } from '../../camera/ffmpeg';
import { damagedControls } from '../../gateway/srt-fuzz';
import { openConnection, type RawPeer, rawPeer } from '../../gateway/srt-peers';
import type { Attack } from '../attack';
import { readViewKey } from './read-view-key';

const datagramsPerConnection = 500;

async function damage(peer: RawPeer, socketId: number, workerSocketId: number): Promise<void> {
  for (const datagram of damagedControls(socketId, datagramsPerConnection, workerSocketId)) {
    peer.send(datagram);
    await sleep(1);
  }
}

/** Attacks the worker of the attacker's own stream as a player, and other streams through the router. */
export const damagedControlPackets: Attack = {
  name: 'damaged ACKs, NAKs and other control packets on open view connections',
  run: async (target, signal) => {
    const viewKey = await readViewKey(target);
    const source = ffmpeg(
      camera('-f', 'mpegts', `srt://127.0.0.1:${target.ingestPort}?mode=caller&streamid=${target.streamKey}`),
    );
    for (let socketId = 1; !signal.aborted; socketId++) {
      const peer = await rawPeer(target.viewPort);
      const workerSocketId = await openConnection(peer, socketId, viewKey);
      if (workerSocketId === null) await sleep(250);
      else await damage(peer, socketId, workerSocketId);
      peer.close();
    }
    source.child.kill('SIGKILL');
    await source.ended;
  },
};
