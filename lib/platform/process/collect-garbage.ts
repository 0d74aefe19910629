import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const checkEveryMs = 1_000;
/** Share of the event loop's time. */
const busyAbove = 0.2;
/** Number of idle checks before each collection; the second frees what the first only marked. */
const collectAfter = [5, 10];

/**
 * Collects garbage while there is little to do, and after a flood of requests. During the flood V8 decides, because
 * sooner collections would make each request 40 % slower.
 */
export function collectGarbageWhenIdle(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collectGarbageSooner();
  let idleChecks = 0;
  let before = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    idleChecks = utilization > busyAbove ? 0 : idleChecks + 1;
    if (idleChecks === 0) setFlagsFromString('--no-optimize-for-size');
    else if (collectAfter.includes(idleChecks)) {
      collectGarbageSooner();
      collect();
    }
  }, checkEveryMs).unref();
}

/**
 * Makes V8 collect garbage sooner, for programs that serve floods of requests or datagrams. Otherwise they keep twice
 * what they need, and more after each flood.
 */
export function collectGarbageSooner(): void {
  setFlagsFromString('--optimize-for-size');
}
