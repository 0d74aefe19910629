import { beforeEach, describe, expect, test } from 'vitest';
import { GET as listIncidents } from '@/app/api/v1/streams/[id]/incidents/route';
import { GET as getStream } from '@/app/api/v1/streams/[id]/route';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { applyStreamTransition } from '@/lib/use-cases/streams/state/apply-stream-transition';
import { insertIncident } from '@/lib/use-cases/streams/state/record-incident';
import type { Prisma } from '@/prisma/generated/client';
import { call } from '../../support/api/api';
import { makeStream, makeUser, type SignedInUser } from '../../support/api/factories';

let user: SignedInUser;
let id: string;
let organizationId: string;

beforeEach(async () => {
  user = await makeUser();
  ({ id, organizationId } = await makeStream(user.actor));
});

async function readAttributes(): Promise<unknown> {
  const { status, body } = await call(getStream, { token: user.token, params: { id } });
  expect(status).toBe(200);
  return (body as { data: { attributes: unknown } }).data.attributes;
}

async function readMessages(): Promise<string[]> {
  const { body } = await call(listIncidents, { token: user.token, params: { id } });
  return (body as { data: { attributes: { message: string } }[] }).data.map(({ attributes }) => attributes.message);
}

const update = (data: Prisma.StreamUpdateInput) => db().stream.update({ where: { id }, data });

const incident = (message: string, codedMessage?: Prisma.InputJsonValue) =>
  db().streamIncident.create({
    data: {
      id: newId(),
      streamId: id,
      organizationId,
      code: 'status_error',
      severity: 'critical',
      message,
      codedMessage,
    },
  });

const settings = { obs: 'Keyframe Interval: 2 s', larix: 'Keyframe: 2', vmix: 'Keyframe: 2 seconds', ffmpeg: '-g 60' };
const longGop = {
  code: 'long_gop',
  severity: 'warning',
  sentence: 'Keyframes come every 8.2 s.',
  fix: 'Set the keyframe interval to 2 s.',
  settings,
  since: '2026-01-01T12:00:00.000Z',
};
const media = {
  video: { codec: 'hevc', profile: 'Main', width: 1920, height: 1080 },
  audio: { codec: 'aac', sampleRateHz: 48_000, channels: 2 },
  mode: 'transcoded',
  reason: 'Not every browser shows HEVC.',
};

describe('the version before wrote sentences, which are read as they are', () => {
  test('findings', async () => {
    await update({ findings: [longGop] });
    expect(await readAttributes()).toMatchObject({ findings: [longGop] });
  });

  test('the reason of an error', async () => {
    await update({ status: 'error', statusReason: 'It broke in other words.' });
    expect(await readAttributes()).toMatchObject({ status_reason: 'It broke in other words.' });
  });

  test('the history', async () => {
    await incident('It broke in other words.');
    expect(await readMessages()).toEqual(['It broke in other words.']);
  });

  test('the media, whose names are those of the API now', async () => {
    await update({ media });
    expect(await readAttributes()).toMatchObject({
      media: {
        video: media.video,
        audio: { codec: 'aac', sample_rate_hz: 48_000, channels: 2 },
        mode: 'transcoded',
        reason: 'Not every browser shows HEVC.',
      },
    });
  });
});

describe('a newer version writes codes that this one does not know, and its words are read', () => {
  const codedReason = { code: 'lens_dirty', figures: { percent: 30 } };

  test('everywhere', async () => {
    const finding = { ...longGop, code: 'lens_dirty', sentence: 'The lens is dirty.', figures: { percent: 30 } };
    await update({
      findings: [finding],
      status: 'error',
      statusReason: 'The lens broke.',
      codedStatusReason: codedReason,
      media: { ...media, codedReason },
    });
    await incident('The lens broke.', codedReason);
    expect(await readAttributes()).toMatchObject({
      findings: [{ code: 'lens_dirty', sentence: 'The lens is dirty.', fix: longGop.fix, settings }],
      status_reason: 'The lens broke.',
      media: { reason: 'Not every browser shows HEVC.' },
    });
    expect(await readMessages()).toEqual(['The lens broke.']);
  });
});

describe('this version writes codes, which are read in the words of its catalogue', () => {
  test('the reason of an error, and its line of the history', async () => {
    await update({ status: 'provisioning' });
    await applyStreamTransition(id, 'worker_failed', {
      where: {},
      reason: { code: 'process_silent', figures: { seconds: 5 } },
    });
    const words = 'The process handling this camera did not answer for 5 s.';
    expect(await db().stream.findUnique({ where: { id } })).toMatchObject({ statusReason: words });
    await update({ statusReason: 'As it was worded then.' });
    await db().streamIncident.updateMany({ where: { streamId: id }, data: { message: 'As it was worded then.' } });
    expect(await readAttributes()).toMatchObject({ status_reason: words });
    expect(await readMessages()).toEqual([words]);
  });

  test('a line of the history', async () => {
    const text = { code: 'signal_back', figures: { durationMs: 12_000 } } as const;
    await insertIncident(db(), id, { code: 'camera_back', severity: 'info', text });
    await db().streamIncident.updateMany({ where: { streamId: id }, data: { message: 'As it was worded then.' } });
    expect(await readMessages()).toEqual(['Camera back after 12 s.']);
  });

  test('why a camera is transcoded, and the rest of its media', async () => {
    await update({
      media: {
        ...media,
        codedReason: { code: 'transcoded_bit_depth', figures: { bitDepth: 10 } },
        choices: {
          programs: [{ number: 7, hasVideo: false }],
          program: 7,
          audioTracks: [{ codec: 'aac', language: 'eng' }],
          audioTrack: 1,
        },
        captureClock: 'encoder',
      },
    });
    expect(await readAttributes()).toMatchObject({
      media: {
        reason: 'Browsers cannot show H.264 of 10 bits: set the encoder to 8 bits.',
        choices: {
          programs: [{ number: 7, has_video: false }],
          program: 7,
          audio_tracks: [{ codec: 'aac', language: 'eng' }],
          audio_track: 1,
        },
        capture_clock: 'encoder',
      },
    });
  });
});
