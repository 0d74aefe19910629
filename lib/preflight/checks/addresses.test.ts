import { expect, test } from 'vitest';
import { judgeAddresses } from './addresses';

const udp = (address: string) => ({ protocol: 'udp' as const, address, port: 7882 });
const tcp = (address: string) => ({ protocol: 'tcp' as const, address, port: 7881 });

test.each([
  ['nothing', [], 'problem', 'rtc.udp_port'],
  ['TCP alone', [tcp('203.0.114.7')], 'problem', 'rtc.udp_port'],
  ['loopback alone', [udp('127.0.0.1'), udp('::1')], 'warning', 'LIVEKIT_LOOPBACK_ONLY'],
  ['a container’s own network', [udp('172.17.0.2')], 'warning', 'rtc.node_ip'],
  ['the local network', [udp('127.0.0.1'), udp('192.168.1.20')], 'warning', 'rtc.node_ip'],
  ['the internet', [udp('192.168.1.20'), udp('34.5.6.7'), tcp('34.5.6.7')], 'ok', null],
  ['the internet by IPv6', [udp('2a01:4f8::1')], 'ok', null],
])('LiveKit that announces %s', (_, announced, level, fix) => {
  const [finding] = judgeAddresses(announced);
  expect(finding).toMatchObject({ check: 'addresses', level });
  if (fix) expect(finding?.fix).toContain(fix);
  else expect(finding?.fix).toBeNull();
});
