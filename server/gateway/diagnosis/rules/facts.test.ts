import { expect, test } from 'vitest';
import { defaultAlarms } from '@/lib/contracts/alarms/alarms';
import { goodSample } from '@/tests/support/gateway/worker-reports';
import { factsOf as factsBy, type Second } from './facts';

const factsOf = (seconds: Second[]) => factsBy(seconds, defaultAlarms);

const good: Second = {
  sample: goodSample,
  link: {
    rttMs: 20,
    jitterMs: 1,
    receivedPackets: 400,
    lostPackets: 0,
    retransmittedPackets: 0,
    lossPercent: 0,
    capacityKbps: 90_000,
    srtLatencyMs: 120,
    sender: null,
    bond: null,
  },
};

const seconds = (count: number, change: (index: number) => { sample?: object; link?: object | null } = () => ({})) =>
  Array.from({ length: count }, (_, index): Second => {
    const { sample, link } = change(index);
    return {
      sample: { ...good.sample, ...sample },
      link: link === null || !good.link ? null : { ...good.link, ...link },
    };
  });

test('four seconds are too few', () => {
  expect(factsOf(seconds(4))).toEqual({});
});

test('ten seconds of a good camera', () => {
  expect(factsOf(seconds(10))).toEqual({
    gopSeconds: 2,
    hasBFrames: false,
    unevenFrameMs: null,
    bitrateKbps: 4_000,
    capacityKbps: 90_000,
    lossPercent: 0,
    rttMs: 20,
    srtLatencyMs: 120,
    hasNoAudio: false,
    delayMs: 20,
    clippedSeconds: 0,
    clockDrift: null,
  });
});

test('without a link its facts are unknown', () => {
  const facts = factsOf(seconds(10, () => ({ link: null })));
  expect(facts).toMatchObject({ rttMs: null, lossPercent: null, capacityKbps: null, srtLatencyMs: null });
});

test('loss is a share of all packets, not the mean of the seconds', () => {
  const facts = factsOf(
    seconds(10, (index) => ({ link: index === 9 ? { receivedPackets: 90, lostPackets: 10 } : {} })),
  );
  expect(facts.lossPercent).toBeCloseTo(100 * (10 / 3_700), 5);
});

test('one slow round trip does not count', () => {
  expect(factsOf(seconds(10, (index) => ({ link: index === 4 ? { rttMs: 900 } : {} }))).rttMs).toBe(20);
});

test.each([
  [4, null],
  [6, { shortest: 20, longest: 70 }],
])('%i of ten seconds with uneven frames give %j', (count, uneven) => {
  const frameMs = (index: number) => (index < count ? { shortest: 20 + index, longest: 70 - index } : undefined);
  const facts = factsOf(seconds(10, (index) => ({ sample: frameMs(index) && { frameMs: frameMs(index) } })));
  expect(facts.unevenFrameMs).toEqual(uneven);
});

test('audio is missing after ten seconds, not fewer', () => {
  const mute = { sample: { audioDbfs: null } };
  expect(factsOf(seconds(9, () => mute))).toMatchObject({ hasNoAudio: false });
  expect(factsOf(seconds(10, () => mute))).toMatchObject({ hasNoAudio: true });
  const oneSound = (index: number) => ({ sample: { audioDbfs: index === 3 ? [-100, -30] : [-100, -100] } });
  expect(factsOf(seconds(10, oneSound))).toMatchObject({ hasNoAudio: false });
});

test('counts the seconds at full scale', () => {
  expect(factsOf(seconds(10, (index) => ({ sample: { audioDbfs: [-3, -index / 5] } }))).clippedSeconds).toBe(3);
});
