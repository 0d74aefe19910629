import { z } from 'zod';
import { utc } from '../core/time-zone';
import { acknowledgementSchema } from './alarms/alarms';
import { lineUpFactsSchema } from './line-ups';
import { findingSchema, incidentSeveritySchema } from './streams';

const time = z.iso.datetime();
const seconds = z.number().min(0);
const figure = z.number().nullable();
const count = z.int().min(0);

const stretchSchema = z.object({ from: time, to: time });

/** The part to blame for an outage: the way to the server, the encoder, or the server itself. */
const outageOriginSchema = z.enum(['network', 'encoder', 'server', 'unknown']);
export type OutageOrigin = z.infer<typeof outageOriginSchema>;

const outageSchema = z.object({
  at: time,
  seconds,
  cause: z.string().describe('In one sentence.'),
  origin: outageOriginSchema.default('unknown').describe('Unknown in reports of older versions.'),
  fix: z.string().nullable().default(null).describe('What helps; null where nothing at the camera does.'),
  is_over: z.boolean().describe('False where it lasted until the end of the show, or lasts.'),
  acknowledged: acknowledgementSchema.nullable(),
});

const alarmSchema = z.object({
  at: time,
  code: z.string(),
  severity: incidentSeveritySchema,
  sentence: z.string(),
  seconds: seconds.nullable().describe('Null where its end is not known.'),
  acknowledged: acknowledgementSchema.nullable(),
});

const problemSchema = findingSchema.pick({ code: true, severity: true, sentence: true, fix: true }).extend({
  times: count.describe('How often it began.'),
  seconds: seconds.describe('How long it lasted, all times together.'),
  acknowledged: acknowledgementSchema
    .nullable()
    .default(null)
    .describe('Who acknowledged it last; null as well in reports of older versions.'),
});

/** A camera's part in a show. Figures are null where nothing was measured. */
export const cameraReportSchema = z.object({
  id: z.uuid(),
  number: count.describe('Its number in the event.'),
  name: z.string(),
  live_seconds: count.describe('Seconds with a picture.'),
  on_air_seconds: seconds.describe('By tally.'),
  live: z.array(stretchSchema).describe('Whole minutes in which there was a picture.'),
  on_air: z.array(stretchSchema),
  outages: z.array(outageSchema),
  outage_seconds: seconds,
  restarts: z
    .array(outageSchema)
    .default([])
    .describe(
      'Times without a picture by the server itself. Outages have none of them, but in reports of older versions.',
    ),
  restart_seconds: seconds.default(0),
  frames_lost: count.describe('Frames that did not reach the room complete.'),
  reconnects: count,
  lost_packets: count
    .nullable()
    .describe('SRT packets whose first transmission was lost. Null where none came by SRT.'),
  retransmitted_packets: count.nullable(),
  loss_percent: figure.describe('Mean of all seconds.'),
  latency_p50_ms: figure.describe('Half of all seconds had at most this latency, rounded to a millisecond.'),
  latency_p95_ms: figure,
  bitrate_min_kbps: figure.describe('Of the seconds with a picture, like the next two.'),
  bitrate_avg_kbps: figure,
  bitrate_max_kbps: figure,
  audio_avg_dbfs: figure.describe('Mean of the peaks of each minute.'),
  audio_peak_dbfs: figure,
  loudness_lufs: figure.default(null).describe('Integrated loudness by EBU R 128; null in reports of older versions.'),
  loudness_range_lu: figure.default(null).describe('Loudness range by EBU Tech 3342.'),
  alarms: z.array(alarmSchema),
  problems: z.array(problemSchema),
});
export type CameraReport = z.infer<typeof cameraReportSchema>;

/** A destination's part in a show. */
const destinationHistorySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  camera_id: z.uuid().describe('The camera or program that it was sent.'),
  live_seconds: seconds.describe('How long its server took the stream.'),
  live: z.array(stretchSchema),
  interruptions: z
    .array(
      z.object({
        at: time,
        seconds,
        cause: z.string().describe('In one sentence.'),
        is_over: z
          .boolean()
          .describe('False where it was not live again before it was switched off, or the show ended.'),
      }),
    )
    .describe('Times in which it was on and its server took nothing. The wait for the camera at the start is none.'),
  interrupted_seconds: seconds,
  bitrate_avg_kbps: figure.describe(
    'What the server took, of the time that it was live. Null where that is not known.',
  ),
  dropped_frames: count.describe('Left out because the server took too little.'),
});
export type DestinationHistory = z.infer<typeof destinationHistorySchema>;

/** A time in which a camera took the place of one on air, which had no picture. */
const standInReportSchema = z.object({
  at: time,
  seconds,
  spare: z.string().describe('The camera that the program showed.'),
  lost: z.string().describe('The camera in whose place it was.'),
  is_over: z.boolean().describe('False where it lasted until the end of the show.'),
});
export type StandInReport = z.infer<typeof standInReportSchema>;

/** A report's facts, as the row of a finished one holds them. */
export const reportFactsSchema = z.object({
  event_id: z.uuid(),
  event_name: z.string(),
  time_zone: z.string().default(utc).describe('The event’s, by whose clocks a report is read; UTC where it had none.'),
  starts_at: time,
  ends_at: time.describe('The present time while the show goes on.'),
  made_at: time,
  latency_method: z.string().describe('How latency is measured.'),
  line_ups: z
    .array(lineUpFactsSchema)
    .default([])
    .describe('Line-ups from three hours before the show until its end; empty in reports of older versions.'),
  cameras: z.array(cameraReportSchema),
  destinations: z.array(destinationHistorySchema).default([]).describe('Empty in reports of older versions.'),
  stand_ins: z
    .array(standInReportSchema)
    .default([])
    .describe('Cuts of the program by its rule; empty in reports of older versions.'),
  switches: count.describe('How often another camera went on air.'),
  viewers: z.object({
    peak: count.describe('The most people at the same time.'),
    minutes: z.number().min(0).describe('Members and share links together.'),
    member_minutes: z.number().min(0),
    share_link_minutes: z.number().min(0),
  }),
});
export type ReportFacts = z.infer<typeof reportFactsSchema>;

/** One cause of trouble in a show, on all cameras together. */
const causeSchema = z.object({
  sentence: z.string(),
  severity: incidentSeveritySchema,
  origin: outageOriginSchema.nullable().describe('Null where the picture was not lost.'),
  fix: z.string().nullable().describe('What helps; null where nothing at the camera does.'),
  seconds: seconds.describe('How long it lasted, all cameras together.'),
  on_air_seconds: seconds
    .nullable()
    .describe('The part of it on cameras that were on air; null where it is not known.'),
  cameras: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      times: count,
      seconds,
      on_air_seconds: seconds.nullable(),
      acknowledged: acknowledgementSchema.nullable().describe('Who acknowledged it last.'),
      worst_at: time.nullable().describe('When it lasted longest, on air first; null where it is not known.'),
    }),
  ),
});
export type ReportCause = z.infer<typeof causeSchema>;

/** A report's summary of a show, before its figures. */
const reportSummarySchema = z.object({
  verdict: z.object({
    sentence: z.string(),
    on_air_seconds: seconds.describe('Time in which any camera was on air, by tally.'),
    without_picture_seconds: seconds.describe('The part of it in which a camera on air had no picture.'),
  }),
  causes: z.array(causeSchema).describe('The one that took most time on air first.'),
});
export type ReportSummary = z.infer<typeof reportSummarySchema>;

/** A show's report. */
export const reportSchema = z.object({
  id: z.uuid().nullable().describe('Null until it is final.'),
  type: z.literal('report'),
  attributes: reportFactsSchema.extend({ is_final: z.boolean(), ...reportSummarySchema.shape }),
});
export type ReportJson = z.infer<typeof reportSchema>;

/** A final report in a list. */
export const keptReportSchema = z.object({
  id: z.uuid(),
  type: z.literal('report'),
  attributes: z.object({ event_id: z.uuid(), starts_at: time, ends_at: time }),
});
export type KeptReportJson = z.infer<typeof keptReportSchema>;

/** A new link to a report: its secret follows the # and is shown only now. */
export const reportLinkSchema = z.object({
  id: z.uuid(),
  type: z.literal('report_link'),
  attributes: z.object({ path: z.string().describe('Below the server’s address.') }),
});

/** A signed report. */
export const signedReportSchema = z.object({
  id: z.uuid(),
  type: z.literal('signed_report'),
  attributes: z.object({ file: z.string().describe('JSON, to be saved byte for byte.') }),
});

/** The installation's public key. */
export const reportKeySchema = z.object({
  type: z.literal('report_key'),
  attributes: z.object({
    algorithm: z.literal('Ed25519'),
    public_key: z.string().describe('32 bytes in hex.'),
    installation: z.string().nullable().describe('Its address, as it names itself in what it signs.'),
  }),
});

/** Body of POST /report. */
export const openReportInputSchema = z.object({
  report: z.object(
    { secret: z.string('Secret is required.').max(100, 'Secret can have at most 100 characters.') },
    'Report is required.',
  ),
});
