import { SpareWorker } from './spare-worker';
import { LoopbackAddresses, takeFreePorts } from './worker-addresses';
import type { WorkerDriver } from './worker-driver';

/**
 * Each worker is a child process. It gets its job by an IPC channel, sees that close when the gateway is gone, however
 * it went, and ends too.
 * @param workerPath the worker's bundled script
 * @param spareAfterMs without a start, until the next worker is loaded in advance
 */
export function processDriver(workerPath: string, spareAfterMs = 3_000): WorkerDriver {
  const loopbackAddresses = new LoopbackAddresses();
  const spare = new SpareWorker(workerPath, spareAfterMs);
  return {
    async start(order) {
      const address = process.platform === 'linux' ? await loopbackAddresses.take() : await takeFreePorts();
      const { podIp, inputPort, outputPort } = address;
      const worker = spare.take();
      worker.begin({ ...order, podIp, inputPort, outputPort });
      return {
        podName: `worker-${order.streamId.slice(-12)}-${order.generation}`,
        ...{ podIp, inputPort, outputPort },
        ended: worker.ended.finally(() => address.release()),
        stop: worker.stop,
        kill: worker.kill,
      };
    },
    close: () => spare.close(),
  };
}
