import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Node has no raw sockets. Arguments: source address, source port, target address, target port, payload in hex, count. */
const program = `
import socket, struct, sys
source, source_port, target, target_port, payload, count = sys.argv[1:]
payload = bytes.fromhex(payload)
raw = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_UDP)
raw.bind((source, 0))
header = struct.pack('!HHHH', int(source_port), int(target_port), 8 + len(payload), 0)
for _ in range(int(count)):
    raw.sendto(header + payload, (target, 0))
`;

export interface ForgedDatagram {
  /** An address in 127.0.0.0/8. Port 0 is possible. */
  source: { address: string; port: number };
  targetPort: number;
  payload: Buffer;
  count?: number;
}

/** Sends a datagram from a source of choice to 127.0.0.1. @throws Error without python3 or the right to do so */
export async function forgeUdp({ source, targetPort, payload, count = 1 }: ForgedDatagram): Promise<void> {
  const target = ['127.0.0.1', String(targetPort)];
  const given = [source.address, String(source.port), ...target, payload.toString('hex'), String(count)];
  await run('python3', ['-c', program, ...given]);
}

/** Whether this machine has python3 and lets this user forge datagrams. */
export const canForgeUdp = (): Promise<boolean> =>
  run('python3', ['-c', 'import socket; socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_UDP)']).then(
    () => true,
    () => false,
  );
