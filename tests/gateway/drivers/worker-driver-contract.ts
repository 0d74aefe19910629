import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type WorkerAddress, type WorkerSpec, workerHealthPath } from '@/lib/contracts/worker-protocol';
import { newId } from '@/lib/core/id';
import type { WorkerDriver } from '@/server/gateway/drivers/worker-driver';
import { makeWorkerTokens } from '@/server/gateway/worker-control/worker-control';
import { until } from '../../support/until';

export interface DriverUnderTest {
  driver: WorkerDriver;
  /** The workers whose end the driver reported, in order. */
  ended: string[];
}

/** The means by which the contract tests a driver. */
export interface DriverHarness {
  /** Each call makes another driver of the same node. All run the fake worker. */
  makeDriver(): DriverUnderTest | Promise<DriverUnderTest>;
  /** Ends a worker without its driver. */
  kill(workerId: string): Promise<void>;
  close(): Promise<void>;
}

export function specOf(workerId = `worker-1a2b3c4d5e6f-3-${newId().slice(-5)}`): WorkerSpec {
  return {
    workerId,
    streamId: '01a1fd91-17cc-7157-862e-1a2b3c4d5e6f',
    eventId: '01a1fd91-17cc-7157-862e-0000000000e1',
    generation: 3,
    limits: { maxSidePixels: 4096, maxFps: 120, maxBitrateKbps: 60_000 },
    maxMemoryMb: 1024,
    source: { kind: 'srt', passphrase: null },
    playerPassphrase: null,
    livekitUrl: 'ws://127.0.0.1:7880',
    participantIdentity: 'camera',
    gatewayUrl: 'http://127.0.0.1:1',
    token: makeWorkerTokens('')(workerId)[0],
  };
}

/** The id of the worker that answers at an address. */
async function whoAnswers({ host, controlPort }: WorkerAddress): Promise<string | null> {
  const response = await fetch(`http://${host}:${controlPort}${workerHealthPath}`).catch(() => null);
  return response?.ok ? (await response.json()).workerId : null;
}

/** The contract of every driver (server/gateway/drivers/worker-driver.ts). */
export function testWorkerDriver(makeHarness: () => Promise<DriverHarness>): void {
  let harness: DriverHarness;
  let first: DriverUnderTest;
  let second: DriverUnderTest;

  beforeEach(async () => {
    harness = await makeHarness();
    first = await harness.makeDriver();
    second = await harness.makeDriver();
  });

  afterEach(async () => {
    await Promise.all([first.driver.close('end'), second.driver.close('end')]);
    await harness.close();
  });

  test('starts a worker that answers at its address', async () => {
    const spec = specOf();
    const address = await first.driver.ensure(spec);
    await until('the worker answers', async () => (await whoAnswers(address)) === spec.workerId);
    expect(await first.driver.list()).toEqual([spec.workerId]);
  });

  test('starts no second worker of the same id', async () => {
    const spec = specOf();
    const [address, same] = await Promise.all([first.driver.ensure(spec), first.driver.ensure(spec)]);
    expect(same).toEqual(address);
    expect(await first.driver.ensure(spec)).toEqual(address);
    expect(await first.driver.list()).toEqual([spec.workerId]);
  });

  test('gives concurrent workers different addresses', async () => {
    const addresses = await Promise.all([1, 2, 3].map(() => first.driver.ensure(specOf())));
    const places = addresses.map(({ host, inputPort }) => `${host}:${inputPort}`);
    expect(new Set(places).size).toBe(3);
    for (const { inputPort, outputPort } of addresses) expect(inputPort).not.toBe(outputPort);
  });

  test('removes a worker: nothing of it is left, and its end is reported once', async () => {
    const spec = specOf();
    const address = await first.driver.ensure(spec);
    await until('the worker answers', () => whoAnswers(address));
    await Promise.all([first.driver.remove(spec.workerId), first.driver.remove(spec.workerId)]);
    expect(await whoAnswers(address)).toBeNull();
    expect(await first.driver.list()).toEqual([]);
    expect(first.ended).toEqual([spec.workerId]);
  });

  test('removes a worker that is starting', async () => {
    const spec = specOf();
    const starting = first.driver.ensure(spec);
    // It may be refused before it has an address.
    const [started] = await Promise.allSettled([starting, first.driver.remove(spec.workerId)]);
    await sleep(500);
    if (started.status === 'fulfilled') expect(await whoAnswers(started.value)).toBeNull();
    expect(await first.driver.list()).toEqual([]);
  });

  test('ignores the removal of an unknown worker', async () => {
    await first.driver.remove('worker-of-nobody');
    expect(first.ended).toEqual([]);
  });

  test('reports the end of a worker that dies', async () => {
    const spec = specOf();
    await first.driver.ensure(spec);
    await harness.kill(spec.workerId);
    await until('the end of the worker is reported', () => first.ended.length === 1);
    expect(first.ended).toEqual([spec.workerId]);
    expect(await first.driver.list()).toEqual([]);
  });

  test('another driver of the same node lists the worker, gets its address, and reports its end', async () => {
    const spec = specOf();
    const address = await first.driver.ensure(spec);
    await until('the worker answers', () => whoAnswers(address));
    expect(second.driver.node).toBe(first.driver.node);
    expect(await second.driver.list()).toEqual([spec.workerId]);
    expect(await second.driver.ensure(spec)).toEqual(address);
    await harness.kill(spec.workerId);
    await until('the other driver reports the end of the worker', () => second.ended.length === 1);
    expect(second.ended).toEqual([spec.workerId]);
  });

  test('another driver of the same node removes the worker', async () => {
    const spec = specOf();
    const address = await first.driver.ensure(spec);
    await until('the worker answers', () => whoAnswers(address));
    await second.driver.remove(spec.workerId);
    expect(await whoAnswers(address)).toBeNull();
    expect(await second.driver.list()).toEqual([]);
  });

  test('close ends the workers that it was asked for, and leaves those of other drivers', async () => {
    const [spec, other] = [specOf(), specOf()];
    const address = await first.driver.ensure(spec);
    const otherAddress = await second.driver.ensure(other);
    await until('both workers answer', async () => (await whoAnswers(address)) && (await whoAnswers(otherAddress)));
    expect(await first.driver.list()).toHaveLength(2);
    await first.driver.close('end');
    expect(await whoAnswers(address)).toBeNull();
    expect(await whoAnswers(otherAddress)).toBe(other.workerId);
  });

  test('close can keep the workers for another driver, and tells of no end', async () => {
    const spec = specOf();
    const address = await first.driver.ensure(spec);
    await until('the worker answers', () => whoAnswers(address));
    await first.driver.close('keep');
    expect(await whoAnswers(address)).toBe(spec.workerId);
    expect(first.ended).toEqual([]);
    expect(await second.driver.ensure(spec)).toEqual(address);
  });
}
