import { readFile } from 'node:fs/promises';
import { type Check, ok, warning } from '../finding';

/** Size that the SRT router requests (srt-router/thread/raise-receive-buffer.ts) and LiveKit recommends. */
const wantedBytes = 4 * 1024 * 1024;

/** Checks whether the system lets the gateway and LiveKit buffer bursts of datagrams. */
export const checkUdpBuffers: Check = async () => {
  const text = await readFile('/proc/sys/net/core/rmem_max', 'utf8').catch(() => null);
  if (text === null) return [ok('udp_buffers', 'This system does not say how large UDP buffers may be.')];
  const bytes = Number(text);
  const megabytes = (bytes / 1024 / 1024).toFixed(1);
  if (bytes >= wantedBytes) return [ok('udp_buffers', `UDP buffers may have ${megabytes} MB.`)];
  const fix = `Run \`sysctl -w net.core.rmem_max=${wantedBytes}\` as root, and put that line into /etc/sysctl.d/.`;
  return [
    warning('udp_buffers', `UDP buffers may have only ${megabytes} MB, so bursts of many cameras are lost.`, fix),
  ];
};
