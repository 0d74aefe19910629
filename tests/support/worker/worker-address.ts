import { randomInt } from 'node:crypto';
import type { WorkerAddress } from '@/lib/contracts/worker-protocol';
import { freeTcpPort, freeUdpPort } from '../network/free-port';

/** Where a worker of a test may listen: on Linux at a loopback address of its own, elsewhere at free ports. */
export async function workerAddress(): Promise<WorkerAddress> {
  if (process.platform === 'linux') {
    const host = `127.${randomInt(30, 200)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;
    return { host, inputPort: 20_011, outputPort: 20_012, controlPort: 20_013 };
  }
  const [inputPort, outputPort, controlPort] = [await freeUdpPort(), await freeUdpPort(), await freeTcpPort()];
  return { host: '127.0.0.1', inputPort, outputPort, controlPort };
}
