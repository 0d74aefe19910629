import { expect, test } from 'vitest';
import { type PullAddress, readPullAddress } from '@/lib/contracts/pull-address';
import { rtmpTarget } from './read-rtmp';

test.each([
  ['rtmp://cam/live/camera', 'live', 'camera'],
  ['rtmp://cam/live/hall/camera?user=a&pass=b%26c', 'live/hall', 'camera?user=a&pass=b%26c'],
  ['rtmp://cam/camera', 'camera', ''],
  ['rtmp://cam/camera?user=a', 'camera', '?user=a'],
  ['rtmp://cam/live/camera?bare&token=a%2Bb+c%25', 'live', 'camera?bare&token=a%2Bb+c%25'],
])('%s is asked for in two parts', (text, app, name) => {
  const target = rtmpTarget(readPullAddress(text) as PullAddress);
  expect(target).toEqual({ app, name, tcUrl: `rtmp://cam:1935/${app}` });
});
