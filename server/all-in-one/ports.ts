import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@/lib/core/errors';
import { bindUdp } from '@/lib/platform/process/bind-udp';

export interface PortClaim {
  protocol: 'TCP' | 'UDP';
  host: string;
  /** Undefined: the settings open none. */
  port: number | undefined;
  /** The variable that sets it. */
  variable: string;
}

/** The processes of a run that was just killed need a moment to notice it. */
const retryMs = 2_000;
const pollMs = 100;

/** @throws AppError `unavailable` that names the first port that another program uses, and the variable to change */
export async function requireFreePorts(claims: PortClaim[]): Promise<void> {
  const deadline = Date.now() + retryMs;
  for (const claim of claims) {
    const { port } = claim;
    if (port === undefined) continue;
    const open = () => tryPort({ ...claim, port });
    for (let problem = await open(); problem; problem = await open()) {
      if (problem !== 'EADDRINUSE' || Date.now() > deadline) throw unusable(claim, problem);
      await sleep(pollMs);
    }
  }
}

/** @returns the port, or where that cannot be used any other one that is free @throws where there is none */
export async function usableTcpPort(host: string, port: number): Promise<number> {
  return (await tryPort({ protocol: 'TCP', host, port })) === null ? port : freeTcpPort(host);
}

/** A port that nobody listens on at the moment. */
export async function freeTcpPort(host: string): Promise<number> {
  const server = await listenTcp(host, 0);
  const { port: free } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return free;
}

function unusable({ protocol, host, port, variable }: PortClaim, problem: string): AppError {
  const what = problem === 'EADDRINUSE' ? 'is used by another program' : `cannot be used on ${host} (${problem})`;
  return new AppError('unavailable', `${protocol} port ${port} ${what}; end that, or set ${variable} to another port.`);
}

async function tryPort({
  protocol,
  host,
  port,
}: {
  protocol: 'TCP' | 'UDP';
  host: string;
  port: number;
}): Promise<string | null> {
  try {
    const server = protocol === 'TCP' ? await listenTcp(host, port) : await bindUdp(host, port);
    server.close();
    await once(server, 'close');
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

async function listenTcp(host: string, port: number): Promise<Server> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  return server;
}
