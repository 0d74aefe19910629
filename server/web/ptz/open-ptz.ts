import { secondMs } from '@/lib/core/durations';
import { openBus } from '@/lib/platform/bus/open-bus';
import { Loop } from '@/lib/platform/process/loop';
import { holdSeconds, ptzDesk } from '@/lib/use-cases/ptz/ptz-desk';
import { BusSubscription } from '../cable/bus-subscription';

const intervalMs = 500;
/** While no process holds a camera: one that is held next is seen, and renewed, before its hold ends. */
const idleIntervalMs = (holdSeconds * secondMs) / 2;

/** Lets this process move cameras for others, and has it stop those of processes that have died. */
export function openPtz(desk = ptzDesk()): { start(): void; stop(): Promise<void> } {
  const busSubscription = new BusSubscription(openBus(), [desk]);
  let isInUse = false;
  const loop = new Loop({
    name: 'ptz',
    async work() {
      isInUse = await desk.round();
    },
    intervalMs: () => (isInUse ? intervalMs : idleIntervalMs),
    retry: { firstMs: intervalMs, capMs: 5 * secondMs },
  });
  return {
    start() {
      busSubscription.start();
      loop.start();
    },
    async stop() {
      await Promise.all([busSubscription.stop(), loop.stop()]);
      await desk.close();
    },
  };
}
