import type { MediaWay } from '@/lib/browser/room/probe-media';
import type { CheckName } from '@/lib/contracts/check-names';
import type { CheckResult } from '@/lib/contracts/preflight';

/** Each check's title on the page. */
export const checkTitles: Record<CheckName, string> = {
  processor: 'Processors',
  database: 'Database',
  restored: 'Restored copy',
  operator: 'Operator',
  migrations: 'Database version',
  bus: 'Live messages',
  clock: 'Clocks',
  livekit: 'LiveKit',
  addresses: 'Addresses for media',
  media: 'Video by UDP and TCP',
  whip: 'Encoders by WHIP',
  gateways: 'Gateways',
  public_url: 'Way in from outside',
  https: 'Https for phones',
  mail: 'E-mail',
  sign_in: 'Single sign-on',
  backup: 'Backup',
  disk: 'Disk',
  recordings: 'Recordings',
  settings: 'Settings',
  files: 'Open files',
  udp_buffers: 'UDP buffers',
  lan: 'Local network',
  versions: 'Versions',
};

type Judgement = Pick<CheckResult, 'level' | 'text' | 'fix'>;

/** Judges the media path to this browser for people who watch from here. */
export function judgeMediaWay(way: MediaWay): Judgement {
  switch (way.kind) {
    case 'udp':
      if (way.tcpAddress === null) {
        return {
          level: 'warning',
          text: `A picture reaches this browser by UDP, from ${way.address}, and none by TCP, which networks without UDP need.`,
          fix: 'Let TCP through to LiveKit’s media port (LIVEKIT_TCP_PORT, 7881 unless configured), in the firewalls on both sides.',
        };
      }
      return {
        level: 'ok',
        text: `A picture reaches this browser by UDP, from ${way.address}, and by TCP, from ${way.tcpAddress}.`,
        fix: null,
      };
    case 'tcp':
      return {
        level: 'warning',
        text: `Video reaches this browser by TCP only, from ${way.address}, so it comes later and stalls when packets are lost.`,
        fix: 'Let UDP through to LiveKit’s media port (7882 unless configured), in the firewalls on both sides.',
      };
    case 'relay':
      return {
        level: 'warning',
        text: `Video reaches this browser through a relay (TURN), to ${way.address}, which adds delay and load.`,
        fix: 'Let UDP through to LiveKit’s media port (7882 unless configured), so that no relay is needed.',
      };
    case 'blocked':
      return {
        level: 'problem',
        text: 'LiveKit answers, but no video can reach this browser.',
        fix: 'Open LiveKit’s UDP media port (7882 unless configured), and have LiveKit announce an address that this browser reaches (NODE_IP).',
      };
    case 'unreachable':
      return {
        level: 'problem',
        text: 'This browser cannot reach LiveKit.',
        fix: 'Make LiveKit’s signalling reachable from here, and set LIVEKIT_PUBLIC_URL to its address.',
      };
  }
}
