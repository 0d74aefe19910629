import { describe, expect, test } from 'vitest';
import { defaultAlarms } from '@/lib/contracts/alarms/alarms';
import { problemWords } from '@/lib/contracts/catalogue/catalogue';
import type { Arrival } from '@/lib/contracts/worker-protocol';
import { diagnose, findingsOf, noSymptoms, rules } from './diagnose';
import { type Facts, noFacts } from './rules/facts';

const startMs = Date.parse('2026-01-01T12:00:00Z');

/** A good camera. */
const healthy: Facts = {
  isReady: true,
  sourceKind: 'srt',
  isConnected: true,
  isPausing: false,
  lostAtMs: null,
  lossCause: null,
  pullFault: null,
  fileFault: null,
  spare: null,
  missingSpare: null,
  refusal: null,
  latency: 'internet',
  videoCodec: 'h264',
  excess: null,
  alarms: defaultAlarms,
  isQuiet: false,
  arrival: null,
  pace: null,
  undecodableAudio: null,
  audioTrack: null,
  blackSeconds: 0,
  frozenSeconds: 0,
  silentSeconds: 0,
  frameRate: { now: 30, usual: 30 },
  gopSeconds: 2,
  hasBFrames: false,
  unevenFrameMs: null,
  bitrateKbps: 4_000,
  capacityKbps: 90_000,
  lossPercent: 0.2,
  delayMs: 30,
  rttMs: 12,
  srtLatencyMs: 120,
  hasNoAudio: false,
  clippedSeconds: 0,
  clockDrift: { ppm: 90, errorPpm: 20 },
};

const spare = { name: 'Balcony', seconds: 5, returns: 'by_itself' } as const;

/** The same one on a local network, with the latency of the addresses that are shown at first. */
const nearby: Partial<Facts> = { rttMs: 2, lossPercent: 0 };
const insistent: Partial<Facts> = { latency: 'local', srtLatencyMs: 120 };

/** The findings of each second, in words. */
function watch(facts: (second: number) => Partial<Facts>, seconds: number) {
  let symptoms = noSymptoms;
  return Array.from({ length: seconds }, (_, second) => {
    symptoms = diagnose(symptoms, { ...healthy, ...facts(second) }, startMs + second * 1_000);
    return findingsOf(symptoms).map((found) => ({ ...found, ...problemWords(found) }));
  });
}

const lasting = (facts: Partial<Facts>) => watch(() => facts, 181).at(-1) ?? [];
const codesOf = (findings: { code: string }[]): string[] => findings.map(({ code }) => code);

test('a good camera and a stream that is off have no findings', () => {
  expect(lasting({})).toEqual([]);
  expect(lasting(noFacts)).toEqual([]);
});

const unplugged: Partial<Facts> = { ...noFacts, isReady: true };
const refused = { ...unplugged, sourceKind: 'pull', pullFault: 'unauthorized' } as const;
const stopped = { ...unplugged, sourceKind: 'file', lostAtMs: startMs - 2_500, lossCause: 'closed' } as const;

const arrivals: [Exclude<Arrival['kind'], 'unsupported_video'>, string, RegExp][] = [
  ['nothing', 'nothing_arrives', /sends nothing/],
  ['matroska', 'sends_matroska', /Matroska/],
  ['flv', 'sends_flv', /FLV/],
  ['mp4', 'sends_mp4', /MP4/],
  ['unknown', 'not_mpegts', /not MPEG-TS/],
  ['scrambled', 'scrambled', /scrambled/],
  ['no_tables', 'no_tables', /PAT and PMT/],
  ['no_media', 'no_media', /no video or audio/],
  ['no_frames', 'no_frames', /announces its streams/],
  ['no_keyframe', 'no_keyframe', /without a keyframe/],
  ['cut_keyframes', 'cut_keyframes', /beginning of each keyframe/],
];

const found: [string, Partial<Facts>, string, RegExp][] = [
  [
    'a camera that was live while a player waits for it',
    { ...unplugged, refusal: 'stream_key', lostAtMs: startMs - 2_500, lossCause: 'silent' },
    'camera_lost',
    /Camera lost: nothing arrives/,
  ],
  [
    'a camera that was live',
    { ...unplugged, lostAtMs: startMs - 2_500, lossCause: 'silent' },
    'camera_lost',
    /Camera lost: nothing arrives/,
  ],
  ['no encoder', unplugged, 'no_encoder', /no encoder is connected/],
  ['no phone', { ...unplugged, sourceKind: 'phone' }, 'no_phone', /no phone is connected/],
  ['an encoder at a phone’s camera', { ...unplugged, refusal: 'phone' }, 'phone_camera', /a phone sends this camera/],
  ['no RTMP encoder', { ...unplugged, sourceKind: 'rtmp' }, 'no_rtmp_encoder', /no encoder is connected/],
  ['SRT at an RTMP camera', { ...unplugged, refusal: 'rtmp_camera' }, 'rtmp_camera', /comes by RTMP/],
  ['RTMP at an SRT camera', { ...unplugged, refusal: 'srt_camera' }, 'srt_camera', /comes by SRT/],
  ['an encoder at a test picture', { refusal: 'test_camera' }, 'test_camera', /is a test picture/],
  ['an encoder at a pulled camera', { refusal: 'pull_camera' }, 'pull_camera', /pulls this camera/],
  ['a pulled camera that refuses the password', refused, 'pull_failed', /refuses user and password/],
  ['a spare', { spare }, 'spare_shown', /lost: its spare “Balcony” is shown/],
  ['a spare that waits', { spare: { ...spare, returns: 'waits' } }, 'spare_shown', /camera itself has a picture/],
  ['a spare that is off', { missingSpare: { ...spare, isOn: false } }, 'spare_missing', /spare “Balcony” is off/],
  [
    'a spare without a picture',
    { missingSpare: { ...spare, isOn: true } },
    'spare_missing',
    /has no picture\. Nothing/,
  ],
  ['an encoder at a recording', { refusal: 'file_camera' }, 'file_camera', /plays a recording/],
  [
    'a clip that is gone',
    { isReady: true, isConnected: true, sourceKind: 'replay', fileFault: 'unreadable' },
    'replay_failed',
    /cannot be replayed/,
  ],
  ['an encoder at a replay', { refusal: 'replay_camera' }, 'replay_camera', /is the replay of its event/],
  ['a recording that was deleted', { ...stopped, fileFault: 'gone' }, 'file_stopped', /no longer there/],
  ['a recording that has played once', { ...stopped, fileFault: 'ended' }, 'file_stopped', /has played to its end/],
  ['an encoder at a program', { refusal: 'program_camera' }, 'program_camera', /is the program/],
  ['RTMP without a key', { ...unplugged, refusal: 'no_rtmp_key' }, 'no_rtmp_key', /without a stream key/],
  ['an encoder of a stream that is off', { ...noFacts, refusal: 'off' }, 'refused_while_off', /camera is off/],
  ['an encoder with the old key', { ...unplugged, refusal: 'old_key' }, 'wrong_key', /old key/],
  ['a wrong passphrase', { ...unplugged, refusal: 'wrong_passphrase' }, 'wrong_passphrase', /wrong passphrase/],
  ['a mistyped key', { ...unplugged, refusal: 'mistyped_key' }, 'mistyped_key', /cut-off or mistyped/],
  ['the camera’s id', { ...unplugged, refusal: 'camera_id' }, 'camera_id', /camera ID, which is for the API/],
  ['the view port', { ...unplugged, refusal: 'stream_key' }, 'view_port', /at the view port/],
  ['the wrong mode', { ...unplugged, refusal: 'wrong_mode' }, 'wrong_mode', /m=request/],
  ['no streamid', { ...unplugged, refusal: 'no_stream_id' }, 'no_stream_id', /without a stream ID/],
  [
    'a streamid without a key',
    { ...unplugged, refusal: 'malformed' },
    'no_key_in_stream_id',
    /stream ID that has no key in it/,
  ],
  ['an unknown key', { ...unplugged, refusal: 'unknown_key' }, 'unknown_key', /a key that no camera has/],
  ['an old SRT', { ...unplugged, refusal: 'old_version' }, 'old_srt_version', /before 1\.3/],
  ['a second encoder', { refusal: 'busy' }, 'second_encoder', /refused, because one is sending already/],
  [
    'a worker that was not ready',
    { ...unplugged, refusal: 'not_ready' },
    'refused_not_ready',
    /before the camera was ready/,
  ],
  ['too many calls', { ...unplugged, refusal: 'overload' }, 'too_many_calls', /too many were connecting/],
  ['a socket group', { ...unplugged, refusal: 'bonded' }, 'bonded', /connection bonding \(a socket group\)/],
  ['a flood', { ...unplugged, refusal: 'flood' }, 'disconnected_for_bitrate', /sent more than this server takes/],
  ['a file at three times its speed', { pace: 3.02 }, 'faster_than_real_time', /3\.0× real time/],
  [
    'a file at once, which is beyond the bitrate',
    { ...unplugged, excess: { kind: 'bitrate', kbps: 179_000, mostKbps: 60_000 }, pace: 71.6 },
    'faster_than_real_time',
    / 72× real time/,
  ],
  [
    'a file at four times its speed, which is beyond the frame rate',
    { excess: { kind: 'fps', fps: 240, mostFps: 120 }, pace: 4 },
    'faster_than_real_time',
    /4\.0× real time/,
  ],
  [
    'a file that was too fast for the router',
    { ...unplugged, refusal: 'flood', pace: 71.6 },
    'faster_than_real_time',
    /72× real time/,
  ],
  ['the view key', { ...unplugged, refusal: 'view_key' }, 'view_key', /only opens the view address/],
  ['a missing passphrase', { ...unplugged, refusal: 'no_passphrase' }, 'no_passphrase', /without the passphrase/],
  [
    'an unexpected passphrase',
    { ...unplugged, refusal: 'unexpected_passphrase' },
    'unexpected_passphrase',
    /this camera has none/,
  ],
  [
    'a picture beyond the limit',
    { excess: { kind: 'size', width: 15_360, height: 8_640, mostPixels: 4_096 } },
    'too_large',
    /15,360 × 8,640 pixels.* at most 4,096 × 4,096/,
  ],
  [
    'a frame rate beyond the limit',
    { excess: { kind: 'fps', fps: 240, mostFps: 120 } },
    'too_many_frames',
    /240 frames per second.* at most 120/,
  ],
  [
    'a bitrate beyond the limit, by which the camera counts as lost',
    { ...unplugged, excess: { kind: 'bitrate', kbps: 95_400, mostKbps: 60_000 } },
    'too_high_bitrate',
    /95\.4 Mbit\/s.* at most 60\.0/,
  ],
  ['a black picture', { blackSeconds: 2.1 }, 'picture_black', /picture is black/],
  ['a frozen picture', { frozenSeconds: 2 }, 'picture_frozen', /picture is frozen/],
  ['half of the frames', { frameRate: { now: 15, usual: 30 } }, 'low_frame_rate', /from 30 to 15 fps/],
  ['a keyframe every 4.2 s', { gopSeconds: 4.2 }, 'long_gop', /4\.2 s apart/],
  ['B-frames', { hasBFrames: true }, 'b_frames', /transcoded/],
  ['HEVC', { videoCodec: 'hevc' }, 'hevc', /transcoded/],
  [
    'an uneven frame rate',
    { unevenFrameMs: { shortest: 33.3, longest: 66.7 } },
    'variable_frame_rate',
    /33 to 67 ms apart/,
  ],
  [
    'a bitrate above what the link carries',
    { bitrateKbps: 4_000, capacityKbps: 3_000 },
    'bitrate_near_link',
    /4,000 kbit\/s.*3,000 kbit\/s/,
  ],
  ['a bitrate near it', { bitrateKbps: 4_000, capacityKbps: 4_800 }, 'bitrate_near_link', /4,800/],
  [
    'an RTMP encoder on a link that is too slow',
    { sourceKind: 'rtmp', delayMs: 4_210 },
    'late_by_tcp',
    /^The picture comes 4\.2 s later than it did/,
  ],
  ['loss of 1.4 %', { lossPercent: 1.4 }, 'packet_loss', /^1\.4 % packet loss/],
  ['a round trip above a quarter of the latency', { rttMs: 31 }, 'latency_too_low', /31 ms.*120 ms/],
  ['an encoder that asks for more than was chosen', insistent, 'latency_above_chosen', /120 ms.* 20 ms chosen here/],
  ['a short link without loss', nearby, 'latency_too_high', /2 ms and nothing is lost\. .* 20 ms .* 100 ms sooner/],
  ['silence', { silentSeconds: 2 }, 'audio_silent', /above −60 dBFS/],
  [
    'silence on one of several tracks',
    { silentSeconds: 2, audioTrack: { taken: 1, count: 3 } },
    'audio_silent',
    /on audio track 1 of 3/,
  ],
  ['audio at full scale', { clippedSeconds: 3 }, 'audio_clipping', /clipping/],
  ['no audio', { hasNoAudio: true, silentSeconds: 12 }, 'no_audio', /no sound/],
  ['AC-4', { hasNoAudio: true, undecodableAudio: 'AC-4' }, 'audio_not_decodable', /sound as AC-4/],
  ['a packet filter', { ...unplugged, refusal: 'packet_filter' }, 'packet_filter', /packet filter/],
  ...arrivals.map(([kind, code, sentence]): (typeof found)[number] => [kind, { arrival: { kind } }, code, sentence]),
  ['VVC', { arrival: { kind: 'unsupported_video', codec: 'VVC' } }, 'video_not_decodable', /video as VVC/],
  ['a fast clock', { clockDrift: { ppm: 354, errorPpm: 40 } }, 'clock_drift', /350 ppm too fast.* 1\.3 s per hour/],
  ['a slow clock', { clockDrift: { ppm: -354, errorPpm: 40 } }, 'clock_drift', /too slow/],
];

test.each(found)('%s is found', (_, facts, code, sentence) => {
  const findings = lasting(facts);
  expect(codesOf(findings)).toEqual([code]);
  expect(findings[0]?.sentence).toMatch(sentence);
});

test('every rule has a row above', () => {
  expect(rules.map(({ code }) => code).sort()).toEqual([...new Set(found.map(([, , code]) => code))].sort());
});

const notFound: [string, Partial<Facts>][] = [
  ['a player with the stream key while the camera is connected', { refusal: 'stream_key' }],
  ['a cut through black', { blackSeconds: 1.5 }],
  ['a picture that nobody decodes', { blackSeconds: null }],
  ['a hiccup of half a second', { frameRate: { now: 25, usual: 30 } }],
  ['a keyframe every 4 s', { gopSeconds: 4 }],
  ['loss of 1 %', { lossPercent: 1 }],
  ['a round trip of a quarter of the latency', { rttMs: 30 }],
  ['a short link with the least loss', { ...nearby, lossPercent: 0.1 }],
  ['a short link for which the user has chosen a number', { ...nearby, latency: 120 }],
  ['a short link that is said to be mobile', { ...nearby, latency: 'mobile', srtLatencyMs: 250 }],
  ['a local network at 20 ms', { ...nearby, latency: 'local', srtLatencyMs: 20 }],
  ['a round trip that leaves little room below 20 ms', { ...nearby, rttMs: 4.5 }],
  ['an encoder that asks for more than Internet', { srtLatencyMs: 400 }],
  ['an encoder that asks for less than was chosen', { latency: 'internet', srtLatencyMs: 60 }],
  ['a mobile link that had a longer round trip when it connected', { latency: 'mobile', srtLatencyMs: 400 }],
  ['four fifths of the link', { bitrateKbps: 4_000, capacityKbps: 5_000 }],
  ['a link without loss, whatever its estimated capacity', { capacityKbps: 42, lossPercent: 0 }],
  ['a pause between two words', { silentSeconds: 1.9 }],
  ['a picture that repeats for a moment', { frozenSeconds: 1.9 }],
  ['frames that do not tell', { frozenSeconds: null }],
  ['two loud seconds', { clippedSeconds: 2 }],
  ['a spare that has just come', { spare: { ...spare, seconds: 1.9 } }],
  ['a spare that is restarted', { missingSpare: { ...spare, seconds: 4.9, isOn: true } }],
  ['a drift within the measurement error', { clockDrift: { ppm: 500, errorPpm: 450 } }],
  ['an unknown figure', { gopSeconds: null, lossPercent: null, rttMs: null, capacityKbps: null }],
];

test.each(notFound)('%s is not found', (_, facts) => {
  expect(lasting(facts)).toEqual([]);
});

/** Problems that no encoder setting fixes. */
const withoutSetting = [
  ...[
    'refused_while_off',
    'camera_lost',
    'spare_shown',
    'spare_missing',
    'picture_black',
    'picture_frozen',
    'low_frame_rate',
  ],
  ...['nothing_arrives', 'scrambled', 'no_frames', 'cut_keyframes'],
  ...['old_srt_version', 'second_encoder', 'refused_not_ready', 'too_many_calls', 'bonded'],
  ...['no_phone', 'phone_camera', 'rtmp_camera', 'no_rtmp_key', 'test_camera'],
  ...['pull_camera', 'pull_failed', 'program_camera', 'file_camera', 'file_stopped', 'replay_camera', 'replay_failed'],
];

describe('the settings', () => {
  test('every finding has a fix, and all that a setting mends the setting in each encoder', () => {
    for (const [, facts, code] of found) {
      const [finding] = lasting(facts);
      expect(finding?.fix, code).toMatch(/^[A-Z].*\.$/);
      expect(finding?.sentence, code).toMatch(/^[A-Z0-9].*\.$/);
      if (withoutSetting.includes(code)) expect(finding?.settings).toBeNull();
      else for (const setting of Object.values(finding?.settings ?? { none: '' })) expect(setting, code).toMatch(/\w/);
    }
  });

  test.each([
    [31, 130, 130_000],
    [65, 260, 260_000],
    [65.1, 270, 270_000],
  ])(
    'for a round trip of %d ms the latency is %d ms, or %d µs where the encoder takes microseconds',
    (rttMs, ms, us) => {
      const [finding] = lasting({ rttMs });
      expect(finding?.fix).toContain(`${ms} ms`);
      expect(finding?.settings?.obs).toContain(`&latency=${us} `);
      expect(finding?.settings?.ffmpeg).toContain(`&latency=${us} `);
      expect(finding?.settings?.larix).toMatch(new RegExp(`: ${ms}$`));
      expect(finding?.settings?.vmix).toMatch(new RegExp(`: ${ms}$`));
    },
  );

  test('for a link of 3 Mbit/s the bitrate is 2.1 Mbit/s', () => {
    const [finding] = lasting({ capacityKbps: 3_050 });
    expect(finding?.settings).toMatchObject({
      obs: expect.stringMatching(/Bitrate: 2100 Kbps$/),
      vmix: expect.stringContaining('2100000'),
      ffmpeg: '-b:v 2100k -maxrate 2100k -bufsize 2100k',
    });
  });
});

test('a camera that was live and is lost is found at once, since its last frame, and not told how to connect', () => {
  const lostAtMs = startMs - 2_500;
  const [first] = watch(() => ({ ...unplugged, lostAtMs, lossCause: 'closed' }), 60);
  expect(first).toMatchObject([{ code: 'camera_lost', severity: 'critical', since: new Date(lostAtMs).toISOString() }]);
  const refused = lasting({ ...unplugged, lostAtMs, lossCause: 'closed', refusal: 'old_key' });
  expect(codesOf(refused), 'it comes back with the wrong key').toEqual(['wrong_key']);
});

describe('over time', () => {
  const shownAt = (seen: ReturnType<typeof watch>): number[] =>
    seen.flatMap((findings, second) => (findings.length > 0 ? [second] : []));

  test.each<[string, Partial<Facts>, number]>([
    ['a long GOP', { gopSeconds: 8 }, 3],
    ['no encoder', unplugged, 20],
    ['a refusal', { refusal: 'old_key' }, 0],
    ['a short link without loss', nearby, 180],
    ['an encoder that asks for more than was chosen', insistent, 180],
  ])('%s appears once it has lasted', (_, facts, second) => {
    expect(shownAt(watch(() => facts, 190))[0]).toBe(second);
  });

  test('advice on the latency is not given where a packet is lost now and then, and outlasts a minute of doubt', () => {
    const losing = (second: number): Partial<Facts> => (second % 50 === 49 ? { ...nearby, lossPercent: 0.2 } : nearby);
    expect(shownAt(watch(losing, 300))).toEqual([]);
    const seen = watch((second) => (second < 181 ? nearby : { ...nearby, rttMs: 6 }), 320);
    expect(shownAt(seen).at(-1)).toBe(239);
  });

  test('an intermittent problem never appears', () => {
    expect(shownAt(watch((second) => ({ gopSeconds: second % 3 === 2 ? 2 : 8 }), 30))).toEqual([]);
  });

  test('a finding outlasts gaps, keeps its start time, and goes after ten seconds without the problem', () => {
    const seen = watch((second) => ({ gopSeconds: second < 20 && second % 5 < 4 ? 8 : 2 }), 40);
    expect(shownAt(seen)).toEqual(Array.from({ length: 25 }, (_, index) => index + 3));
    expect(new Set(seen.flat().map(({ since }) => since))).toEqual(new Set(['2026-01-01T12:00:00.000Z']));
  });

  test('a problem that comes back later has a new start time', () => {
    const seen = watch((second) => ({ gopSeconds: second < 5 || second >= 20 ? 8 : 2 }), 30);
    expect(seen.at(-1)?.[0]?.since).toBe('2026-01-01T12:00:20.000Z');
  });

  test('figures change every ten seconds at most', () => {
    const seen = watch((second) => ({ gopSeconds: 5 + second / 10 }), 30);
    const sentences = seen.flat().map(({ sentence }) => sentence);
    expect(new Set(sentences).size).toBe(3);
    expect(sentences[0]).toContain('5.3 s');
    expect(sentences[10]).toContain('6.3 s');
  });

  test('figures that are shown the same are the same', () => {
    const seen = watch((second) => ({ gopSeconds: 5 + second / 10_000, rttMs: 40 + second / 1_000 }), 60);
    expect(new Set(seen.flat().map(({ code, figures }) => JSON.stringify([code, figures]))).size).toBe(2);
  });

  test('the worst comes first', () => {
    const facts: Partial<Facts> = { hasBFrames: true, lossPercent: 8, refusal: 'wrong_passphrase', gopSeconds: 9 };
    expect(codesOf(lasting(facts))).toEqual(['wrong_passphrase', 'packet_loss', 'long_gop', 'b_frames']);
  });
});

describe('one cause is one finding', () => {
  const lost: Partial<Facts> = { isConnected: false, lostAtMs: startMs - 5_000, lossCause: 'silent' };
  const silent: Partial<Facts> = { silentSeconds: 5 };
  const faults: [string, Partial<Facts>][] = [
    ['camera_lost', lost],
    ['picture_black', { blackSeconds: 3 }],
    ['picture_frozen', { frozenSeconds: 3 }],
    ['low_frame_rate', { frameRate: { now: 5, usual: 30 } }],
    ['audio_silent', silent],
    ['audio_clipping', { clippedSeconds: 5 }],
    ['packet_loss', { lossPercent: 30 }],
  ];
  const follows = (code: string, cause: string) =>
    cause === 'camera_lost' || (cause === 'picture_black' && code === 'picture_frozen');
  const pairs = faults.flatMap(([one, facts], index) =>
    faults.slice(index + 1).map(([other, more]) => ({ one, other, facts: { ...more, ...facts } })),
  );

  test.each(pairs)('$one with $other', ({ one, other, facts }) => {
    const expected = follows(other, one) ? [one] : [one, other];
    expect(codesOf(lasting(facts)).toSorted()).toEqual(expected.toSorted());
  });

  test('a camera that comes later and later by TCP has no slow clock', () => {
    const clockDrift = { ppm: -230_000, errorPpm: 20 };
    expect(codesOf(lasting({ sourceKind: 'rtmp', delayMs: 3_000, clockDrift }))).toEqual(['late_by_tcp']);
    expect(codesOf(lasting({ delayMs: 3_000, clockDrift }))).toEqual(['clock_drift']);
  });

  test('what a camera brings with it counts three seconds after its return', () => {
    const seen = watch((second) => ({ ...silent, ...(second < 10 ? lost : {}) }), 20);
    expect(seen.map(codesOf)).toEqual([
      ...Array.from({ length: 10 }, () => ['camera_lost']),
      ...Array.from({ length: 3 }, () => []),
      ...Array.from({ length: 7 }, () => ['audio_silent']),
    ]);
  });

  test('while nothing arrives for a moment, alarms neither begin nor end', () => {
    const pause: Partial<Facts> = { isPausing: true, blackSeconds: null, ...silent };
    const seen = watch((second) => (second < 5 ? { blackSeconds: 3 } : second < 7 ? pause : lost), 9);
    expect(seen.slice(4).map(codesOf)).toEqual([
      ['picture_black'],
      ['picture_black'],
      ['picture_black'],
      ['camera_lost'],
      ['camera_lost'],
    ]);
  });
});

describe('while alarms are quiet', () => {
  const black = { blackSeconds: 5 };

  test('none appears; afterwards it does, with its true beginning', () => {
    const findings = watch((second) => ({ ...(second > 2 ? black : {}), isQuiet: second < 20 }), 25);
    expect(findings.slice(0, 20).flat()).toEqual([]);
    expect(findings[20]).toMatchObject([
      { code: 'picture_black', severity: 'warning', since: new Date(startMs + 3_000).toISOString() },
    ]);
  });

  test('one that was there is a note at once, and an alarm again afterwards', () => {
    const findings = watch((second) => ({ ...black, isQuiet: second >= 5 && second < 12 }), 14);
    expect(findings.map(([found]) => found?.severity)).toEqual([
      ...Array.from({ length: 5 }, () => 'warning'),
      ...Array.from({ length: 7 }, () => 'info'),
      ...Array.from({ length: 2 }, () => 'warning'),
    ]);
  });

  test('other problems are found as ever', () => {
    expect(codesOf(lasting({ isQuiet: true, gopSeconds: 8 }))).toContain('long_gop');
  });
});

test('advice to lower the latency does not follow within an hour of a link that needed more', () => {
  const poor = { rttMs: 31 };
  const findings = watch((second) => (second < 5 ? poor : nearby), 3_900);
  const first = findings.findIndex((found) => codesOf(found).includes('latency_too_high'));
  expect(first).toBeGreaterThan(3_600);
  expect(first).toBeLessThan(3_900);
});
