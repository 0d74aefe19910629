import { expect, test } from 'vitest';
import { newId } from '@/lib/core/id';
import { type CameraReport, cameraReportSchema, type ReportFacts } from './reports';
import { summarizeShow } from './summarize-show';

const startMs = Date.UTC(2026, 4, 1, 18);
const at = (second: number) => new Date(startMs + second * 1_000).toISOString();

type Outage = Pick<CameraReport['outages'][number], 'origin'> & { from: number; seconds: number };

const causes = {
  network: 'Camera lost: nothing arrives from its encoder.',
  encoder: 'Camera lost: its encoder ended the connection.',
  server: 'The server restarted this camera.',
  unknown: 'Camera lost.',
};

interface Made {
  onAir?: [from: number, to: number][];
  outages?: Outage[];
  restarts?: Outage[];
  more?: Partial<CameraReport>;
}

function camera(number: number, { onAir = [], outages = [], restarts = [], more = {} }: Made = {}): CameraReport {
  const outage = ({ origin, from, seconds }: Outage) => ({
    at: at(from),
    seconds,
    cause: causes[origin],
    origin,
    fix: origin === 'server' ? null : 'Check power and network.',
    is_over: true,
    acknowledged: null,
  });
  const counts = ['live_seconds', 'on_air_seconds', 'outage_seconds', 'frames_lost', 'reconnects'];
  const figures = Object.keys(cameraReportSchema.shape).map((name) => [name, counts.includes(name) ? 0 : null]);
  return cameraReportSchema.parse({
    ...Object.fromEntries(figures),
    restart_seconds: 0,
    id: newId(),
    number,
    name: `Camera ${number}`,
    live: [],
    on_air: onAir.map(([from, to]) => ({ from: at(from), to: at(to) })),
    outages: outages.map(outage),
    restarts: restarts.map(outage),
    alarms: [],
    problems: [],
    ...more,
  });
}

const show = (...cameras: CameraReport[]): ReportFacts => ({
  event_id: newId(),
  event_name: 'Derby',
  time_zone: 'UTC',
  starts_at: at(0),
  ends_at: at(10_800),
  made_at: at(10_800),
  latency_method: '',
  line_ups: [],
  destinations: [],
  stand_ins: [],
  cameras,
  switches: 0,
  viewers: { peak: 0, minutes: 0, member_minutes: 0, share_link_minutes: 0 },
});
const verdict = (...cameras: CameraReport[]) => summarizeShow(show(...cameras)).verdict;

const program = (onAir: [number, number][], more: Made = {}) => camera(3, { onAir, ...more });
const others = [1, 2, 4, 5].map((number) => camera(number));

test.each([
  ['without a camera', [], '0 cameras, 3 h 0 min, nothing on air by tally.'],
  ['without tally', [camera(1)], '1 camera, 3 h 0 min, nothing on air by tally.'],
  [
    'in which all went well',
    [program([[0, 9_660]]), ...others],
    '5 cameras, 2 h 41 min on air, never without a picture on air.',
  ],
  [
    'in which a camera was lost off air alone',
    [program([[0, 60]], { outages: [{ origin: 'network', from: 100, seconds: 50 }] }), ...others],
    '5 cameras, 1 min 0 s on air, never without a picture on air.',
  ],
  [
    'in which one cause took all of it',
    [program([[0, 9_660]], { outages: [{ origin: 'network', from: 100, seconds: 112 }] }), ...others],
    "5 cameras, 2 h 41 min on air, 1 min 52 s without a picture on air, all of it Camera 3's network.",
  ],
  [
    'in which several causes shared it',
    [
      program([[0, 100]], { outages: [{ origin: 'encoder', from: 10, seconds: 12 }] }),
      camera(1, { onAir: [[100, 200]], restarts: [{ origin: 'server', from: 110, seconds: 3 }] }),
    ],
    "2 cameras, 3 min 20 s on air, 15 s without a picture on air, 12 s of it Camera 3's encoder.",
  ],
  [
    'in which the server alone left cameras without a picture',
    [1, 2].map((number) =>
      camera(number, { onAir: [[0, 100]], restarts: [{ origin: 'server', from: number * 10, seconds: 4 }] }),
    ),
    "2 cameras, 1 min 40 s on air, 8 s without a picture on air, all of it the server's own restarts.",
  ],
])('the verdict on a show %s', (_, cameras, sentence) => {
  expect(verdict(...cameras).sentence).toBe(sentence);
});

test('time on air is counted once, however many cameras were on air or without a picture', () => {
  const lost: Outage[] = [{ origin: 'network', from: 40, seconds: 40 }];
  expect(
    verdict(camera(1, { onAir: [[0, 60]], outages: lost }), camera(2, { onAir: [[30, 90]], outages: lost })),
  ).toMatchObject({
    on_air_seconds: 90,
    without_picture_seconds: 40,
  });
});

test('trouble has one cause each, for all cameras: what took most time on air comes first', () => {
  const black = { code: 'picture_black', severity: 'warning', sentence: 'The picture is black.' } as const;
  const cameras = [
    camera(1, {
      onAir: [[0, 50]],
      outages: [
        { origin: 'network', from: 100, seconds: 300 },
        { origin: 'network', from: 40, seconds: 20 },
      ],
      restarts: [{ origin: 'server', from: 700, seconds: 2 }],
    }),
    camera(2, {
      outages: [{ origin: 'network', from: 10, seconds: 5 }],
      more: {
        alarms: [{ ...black, at: at(400), seconds: 30, acknowledged: null }],
        problems: [
          { ...black, fix: 'Check the lens cap.', times: 1, seconds: 30, acknowledged: null },
          { ...black, code: 'camera_lost', fix: 'Check power.', times: 1, seconds: 5, acknowledged: null },
        ],
      },
    }),
  ];
  const [one, other] = cameras.map(({ id }) => id);
  expect(summarizeShow(show(...cameras)).causes).toEqual([
    {
      sentence: causes.network,
      severity: 'critical',
      origin: 'network',
      fix: 'Check power and network.',
      seconds: 325,
      on_air_seconds: 10,
      cameras: [
        { id: one, name: 'Camera 1', times: 2, seconds: 320, on_air_seconds: 10, acknowledged: null, worst_at: at(40) },
        { id: other, name: 'Camera 2', times: 1, seconds: 5, on_air_seconds: 0, acknowledged: null, worst_at: at(10) },
      ],
    },
    expect.objectContaining({
      sentence: black.sentence,
      origin: null,
      fix: 'Check the lens cap.',
      seconds: 30,
      cameras: [
        {
          id: other,
          name: 'Camera 2',
          times: 1,
          seconds: 30,
          on_air_seconds: 0,
          acknowledged: null,
          worst_at: at(400),
        },
      ],
    }),
    expect.objectContaining({ sentence: causes.server, origin: 'server', fix: null, seconds: 2 }),
  ]);
});
