import { describe, expect, test } from 'vitest';
import { isForLivekit, joinPath, validatePath } from './signal-path';

describe('of LiveKit’s paths', () => {
  test.each([
    ['/livekit/rtc?access_token=a&protocol=16', '/rtc?access_token=a&protocol=16', null],
    ['/livekit/rtc/v1?join_request=b', '/rtc/v1?join_request=b', null],
    ['/livekit/rtc/validate?access_token=a', null, '/rtc/validate?access_token=a'],
    ['/livekit/rtc/v1/validate', null, '/rtc/v1/validate'],
    ['/livekit', null, null],
    ['/livekit/', null, null],
    ['/livekit/twirp/livekit.RoomService/ListRooms', null, null],
    ['/livekit/rtc/../twirp/livekit.RoomService/ListRooms', null, null],
    ['/livekit/rtc/%2e%2e/agent', null, null],
    ['/livekit/rtc%2fvalidate', null, null],
    ['/livekit//rtc', null, null],
    ['/livekit/rtc/', null, null],
    ['/livekit/RTC', null, null],
    ['/livekit/agent', null, null],
    ['/livekit/whip/v1', null, null],
    ['/livekit/debug/rooms', null, null],
    ['/livekit?/rtc', null, null],
    ['/livekit-other/rtc', null, null],
    ['/other/livekit/rtc', null, null],
  ])('%s: by websocket %s, by HTTP %s', (target, join, validate) => {
    expect(joinPath(target)).toBe(join);
    expect(validatePath(target)).toBe(validate);
  });

  test('pages with a similar prefix are not among them', () => {
    expect(['/livekit', '/livekit?a', '/livekit/x'].map(isForLivekit)).toEqual([true, true, true]);
    expect(['/livekits', '/livekit-2', '/'].map(isForLivekit)).toEqual([false, false, false]);
  });
});
