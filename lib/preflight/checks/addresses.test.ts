import { expect, test } from 'vitest';
import { judgeAddresses } from './addresses';

const udp = (address: string) => ({ protocol: 'udp' as const, address, port: 7882 });
const tcp = (address: string) => ({ protocol: 'tcp' as const, address, port: 7881 });

test.each([
  ['nothing', [], 'problem', 'rtc.udp_port'],
  ['TCP alone', [tcp('203.0.114.7')], 'problem', 'rtc.udp_port'],
  ['loopback alone', [udp('127.0.0.1'), udp('::1')], 'warning', 'LIVEKIT_LOOPBACK_ONLY'],
  ['a container’s own network', [udp('172.17.0.2')], 'warning', 'NODE_IP'],
  ['the local network', [udp('127.0.0.1'), udp('192.168.1.20')], 'warning', 'NODE_IP'],
  ['the internet', [udp('192.168.1.20'), udp('34.5.6.7'), tcp('34.5.6.7')], 'ok', null],
  ['the internet by IPv6', [udp('2a01:4f8::1')], 'ok', null],
])('LiveKit that announces %s', (_, announced, level, fix) => {
  const [finding] = judgeAddresses(announced, { name: '192.168.1.20', addresses: ['192.168.1.20'] });
  expect(finding).toMatchObject({ check: 'addresses', level });
  if (fix) expect(finding?.fix).toContain(fix);
  else expect(finding?.fix).toBeNull();
});

const cloud = { name: 'shows.example.com', addresses: ['34.5.6.7'] };

test.each([
  ['its own address alone', [udp('10.0.0.5')], cloud, 'warning', 'NODE_IP=34.5.6.7'],
  ['loopback alone', [udp('127.0.0.1')], cloud, 'warning', 'NODE_IP=34.5.6.7'],
  [
    'its own by IPv6',
    [udp('fd00::5')],
    { name: '2a01:4f8::1', addresses: ['2a01:4f8::1'] },
    'warning',
    'NODE_IP=2a01:4f8::1',
  ],
  ['the public address', [udp('10.0.0.5'), udp('34.5.6.7')], cloud, 'ok', null],
  ['that of a LiveKit elsewhere', [udp('34.9.9.9')], cloud, 'ok', null],
  [
    'its own, to pages of a local name',
    [udp('10.0.0.5')],
    { name: 'shows.local', addresses: ['10.0.0.5'] },
    'warning',
    null,
  ],
])('behind NAT, LiveKit that announces %s', (_, announced, page, level, fix) => {
  const [finding] = judgeAddresses(announced, page);
  expect(finding).toMatchObject({ check: 'addresses', level });
  if (fix)
    expect(finding).toMatchObject({ fix: expect.stringContaining(fix), text: expect.stringContaining(page.name) });
  else expect(finding?.text).not.toContain(page.name);
});
