import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { childEnv } from '@/lib/platform/env/child-env';
import type { Stream } from '@/prisma/generated/client';
import { GatewayRouter, type GatewayRouterOptions } from '@/server/gateway/srt-router/gateway-router';
import { bundleFolder, bundleModules } from '../bundle-modules';
import { makeIdleStream } from './reconciler';

const directory = bundleFolder('router');
const program = pathToFileURL(path.join(directory, 'srt-router.mjs'));

/** Bundles the router's thread as the build does, and the process of {@link startRouterProcess}. */
export async function bundleRouter(): Promise<void> {
  await bundleModules(directory, {
    'srt-router': 'server/gateway/srt-router/thread/srt-router.program.ts',
    'router-process': 'tests/support/gateway/router-process.ts',
  });
}

export const removeRouterBundle = (): Promise<void> => rm(directory, { recursive: true, force: true });
export const routerProgram = (): URL => program;

/** A gateway's router in this process, which holds no stream unless `overrides` say so. */
export async function openGatewayRouter(
  gatewayId: string,
  overrides: Partial<GatewayRouterOptions> = {},
): Promise<GatewayRouter> {
  const router = await GatewayRouter.open({
    gatewayId,
    host: '127.0.0.1',
    ingestPort: 0,
    viewPort: 0,
    maxBitrateKbps: 60_000,
    bus: openBus(),
    held: { findByKey: () => null, has: () => false },
    isGatewayAlive: () => true,
    onEncoderRefused: () => undefined,
    onDied: (error) => {
      throw error;
    },
    program,
    ...overrides,
  });
  await router.restore();
  return router;
}

export interface RouterProcess {
  child: ChildProcess;
  ingestPort: number;
  viewPort: number;
  log(): string;
  /** Kills it without a SHUTDOWN, as the kernel does when memory runs out. */
  kill(): Promise<void>;
}

/** A gateway's router in its own process, at these ports or at any free ones. */
export async function startRouterProcess(
  gatewayId: string,
  ports: { ingestPort: number; viewPort: number } = { ingestPort: 0, viewPort: 0 },
): Promise<RouterProcess> {
  const child = spawn(process.execPath, [path.join(directory, 'router-process.mjs'), JSON.stringify(ports)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: childEnv({ GATEWAY_ID: gatewayId, LOG_LEVEL: 'info' }),
  });
  const lines: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => lines.push(chunk));
  const ended = once(child, 'exit');
  const [opened] = await once(child, 'message');
  const { ingestPort, viewPort } = opened as { ingestPort: number; viewPort: number };
  return {
    child,
    ingestPort,
    viewPort,
    log: () => Buffer.concat(lines).toString(),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** A live stream of another gateway, whose worker this test stands in for at these ports of 127.0.0.1. */
export async function makeForeignStream(ports: { inputPort?: number; outputPort?: number }): Promise<Stream> {
  const { id } = await makeIdleStream();
  return db().stream.update({
    where: { id },
    data: {
      status: 'active',
      signal: 'live',
      leaseOwner: 'gateway-of-the-stream',
      podName: `worker-${id}`,
      podIp: '127.0.0.1',
      workerInputPort: ports.inputPort ?? 9,
      workerOutputPort: ports.outputPort ?? 9,
    },
  });
}
