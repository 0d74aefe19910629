import { describe, expect, test } from 'vitest';
import type { Picture } from '@/components/preview/pictures';
import { type StreamJson, streamSignalSchema, streamStatusSchema } from '@/lib/contracts/streams';
import { countsSentence, type Evidence, shownState } from './shown-state';

type Attributes = StreamJson['attributes'];

const video = { codec: 'h264', profile: 'High', width: 1280, height: 720 };
const media = { video, audio: null, mode: 'passthrough', reason: null } as const;
const live = { status: 'active', signal: 'live', media } as const;
const good: Evidence = {
  hasContact: true,
  picture: { kind: 'seen' },
  sample: { fps: 30, alert_level: 'healthy' },
  isSampleOld: false,
};
const blackPicture = {
  code: 'picture_black',
  severity: 'warning',
  sentence: 'The picture is black.',
  fix: 'Check the lens cap.',
  settings: null,
  since: '2026-01-01T12:00:00.000Z',
} as const;
const missing: Picture = { kind: 'missing', seconds: 3 };

const rows: [string, Partial<Attributes>, Partial<Evidence>, string, string, string][] = [
  ['a good camera', {}, {}, 'Live', 'live', 'judged'],
  ['one that no preview shows', {}, { picture: { kind: 'unwatched' } }, 'Live', 'live', 'judged'],
  ['one without a sample yet', {}, { sample: undefined }, 'Live', 'live', 'judged'],
  ['a frozen picture that the server calls live', {}, { picture: missing }, 'No picture', 'failed', 'none'],
  [
    'one that is turned on',
    { status: 'provisioning' },
    { picture: { kind: 'loading' } },
    'Turning on',
    'pending',
    'none',
  ],
  ['a seen one that restarts', { status: 'provisioning' }, { picture: missing }, 'No picture', 'failed', 'none'],
  ['a lost camera', { signal: 'lost' }, { picture: missing }, 'Camera lost', 'failed', 'none'],
  [
    'a lost camera that nobody looks at',
    { signal: 'lost' },
    { picture: { kind: 'unwatched' } },
    'Camera lost',
    'failed',
    'none',
  ],
  ['a camera that is seen again before the server says so', { signal: 'lost' }, {}, 'Live', 'live', 'none'],
  ['one that reconnects', { signal: 'connecting' }, { picture: missing }, 'Camera connecting', 'pending', 'none'],
  [
    'one that has not called yet',
    { signal: 'none' },
    { picture: { kind: 'loading' } },
    'Waiting for the camera',
    'pending',
    'none',
  ],
  ['a preview that is still connecting', {}, { picture: { kind: 'loading' } }, 'Loading picture', 'pending', 'none'],
  [
    'a sample of no frames that nobody can check',
    {},
    { picture: { kind: 'unwatched' }, sample: { fps: 0, alert_level: 'critical' } },
    'No picture',
    'failed',
    'none',
  ],
  ['a sample of no frames beside frames', {}, { sample: { fps: 0, alert_level: 'critical' } }, 'Live', 'live', 'none'],
  [
    'an alert that outlasts its cause',
    {},
    { sample: { fps: 30, alert_level: 'critical' } },
    'Live, poor quality',
    'degraded',
    'judged',
  ],
  ['a black picture, however well it arrives', { findings: [blackPicture] }, {}, 'Black picture', 'failed', 'plain'],
  [
    'a frozen picture whose frames go on',
    { findings: [{ ...blackPicture, code: 'picture_frozen' }] },
    {},
    'Frozen picture',
    'failed',
    'plain',
  ],
  ['a stream as viewers get it', { media: undefined, findings: undefined }, {}, 'Live', 'live', 'judged'],
  ['a warning', {}, { sample: { fps: 24, alert_level: 'warning' } }, 'Live, unsteady', 'degraded', 'judged'],
  ['an old alert', {}, { sample: { fps: 30, alert_level: 'critical' }, isSampleOld: true }, 'Live', 'live', 'old'],
  [
    'audio alone, which has no picture to miss',
    { media: { ...media, video: null } },
    { picture: { kind: 'loading' }, sample: { fps: 0, alert_level: 'healthy' } },
    'Live',
    'live',
    'judged',
  ],
  ['the server is away', {}, { hasContact: false }, 'Unknown', 'unknown', 'old'],
  ['the server is away, and the picture too', {}, { hasContact: false, picture: missing }, 'Unknown', 'unknown', 'old'],
  [
    'a stream that was off when the server went',
    { status: 'stopped', signal: 'none' },
    { hasContact: false },
    'Unknown',
    'unknown',
    'none',
  ],
  [
    'a status that this page does not know',
    { status: 'unheard-of' as 'active' },
    { picture: missing },
    'unheard-of',
    'unknown',
    'none',
  ],
  [
    'a signal that this page does not know',
    { signal: 'unheard-of' as 'live' },
    { picture: { kind: 'unwatched' } },
    'unheard-of',
    'unknown',
    'none',
  ],
  [
    'an alert level that this page does not know',
    {},
    { sample: { fps: 30, alert_level: 'unheard-of' as 'healthy' } },
    'Live',
    'live',
    'judged',
  ],
  ['a stream that is being turned off', { status: 'stopping' }, { picture: missing }, 'Turning off', 'pending', 'none'],
];

test.each(rows)('%s', (_, attributes, evidence, word, tone, figures) => {
  expect(shownState({ ...live, ...attributes }, { ...good, ...evidence })).toMatchObject({ word, tone, figures });
});

describe('whatever the server says and the page sees', () => {
  const pictures: Picture[] = [{ kind: 'unwatched' }, { kind: 'loading' }, { kind: 'seen' }, missing];
  const samples: Evidence['sample'][] = [
    undefined,
    ...(['healthy', 'warning', 'critical', null] as const).flatMap((alert_level) =>
      [0, 30].map((fps) => ({ fps, alert_level })),
    ),
  ];
  const all = streamStatusSchema.options.flatMap((status) =>
    streamSignalSchema.options.flatMap((signal) =>
      pictures.flatMap((picture) =>
        samples.flatMap((sample) =>
          [true, false].flatMap((hasContact) =>
            [true, false].map((isSampleOld) => {
              const evidence = { hasContact, picture, sample, isSampleOld };
              return { status, signal, evidence, shown: shownState({ status, signal, media }, evidence) };
            }),
          ),
        ),
      ),
    ),
  );

  test('green needs contact, a stream that is on, and no picture known to be missing', () => {
    for (const { status, evidence, shown } of all.filter(({ shown: { tone } }) => tone === 'live')) {
      expect(evidence.hasContact).toBe(true);
      expect(status).toBe('active');
      expect(['seen', 'unwatched']).toContain(evidence.picture.kind);
      if (shown.figures === 'judged') expect([undefined, null, 'healthy']).toContain(evidence.sample?.alert_level);
    }
  });

  test('figures are judged only beside a camera that is live, and never those of no frames', () => {
    for (const { evidence, shown } of all.filter(({ shown: { figures } }) => figures === 'judged')) {
      expect(['live', 'degraded']).toContain(shown.tone);
      expect(evidence.sample?.fps).not.toBe(0);
      expect(['seen', 'unwatched']).toContain(evidence.picture.kind);
    }
  });
});

/** The states of cameras of which nothing else is known. */
const stateOf = (
  attributes: Pick<Attributes, 'status' | 'signal'> & Partial<Pick<Attributes, 'findings'>>,
  more?: Partial<Evidence>,
) =>
  shownState(attributes, {
    hasContact: true,
    picture: { kind: 'unwatched' },
    sample: undefined,
    isSampleOld: false,
    ...more,
  });

const onlyLive = { status: 'active', signal: 'live' } as const;

test('counts cameras by how they are, those that are fine first', () => {
  expect(countsSentence([], [])).toBe('');
  expect(
    countsSentence(
      [
        stateOf({ status: 'stopped', signal: 'none' }),
        stateOf({ status: 'active', signal: 'lost' }),
        stateOf({ status: 'active', signal: 'none' }),
        stateOf(onlyLive, { picture: { kind: 'missing', seconds: 2 } }),
        stateOf({ status: 'error', signal: 'none' }),
        stateOf(onlyLive),
        stateOf(onlyLive),
        stateOf(onlyLive),
      ],
      [false, true, true, true, true, false, true],
    ),
  ).toBe('2 of 7 fine, 1 with a problem, 1 waiting, 1 lost, 1 without a picture, 1 failed, 1 off');
  const faulty = (code: string) => stateOf({ ...onlyLive, findings: [{ ...blackPicture, code }] });
  expect(
    countsSentence([faulty('picture_black'), faulty('picture_frozen'), stateOf(onlyLive)], [true, true, false]),
  ).toBe('1 of 3 fine, 1 black, 1 frozen');
  expect(countsSentence([stateOf(onlyLive, { hasContact: false })], [false])).toBe('1 unknown');
});

test.each(streamStatusSchema.options)('each camera of status %s is counted once', (status) => {
  for (const signal of streamSignalSchema.options) {
    for (const hasContact of [true, false])
      expect(countsSentence([stateOf({ status, signal }, { hasContact })], [false])).toMatch(/^1 (of 1 fine|[a-z ]+)$/);
  }
});
