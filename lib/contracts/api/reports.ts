import { z } from 'zod';
import { analyticsSchema } from '../analytics';
import {
  keptReportSchema,
  openReportInputSchema,
  reportKeySchema,
  reportLinkSchema,
  reportSchema,
  signedReportSchema,
} from '../reports';
import { declare, idParams } from './declare';
import { pageQuery, pageSchema } from './paging';

export const getReport = declare('getReport', {
  summary: 'How a show went, camera by camera',
  description:
    'Of the present show, else of the last one; null before the first. A show is the event’s planned times. Without these it is the time in which cameras were on, at most a day. A report is final two minutes after the end, and never changes then.',
  auth: 'user',
  apiToken: 'read',
  params: idParams,
  query: z.object({
    report_id: z.uuid().optional().describe('A kept report, of GET /events/{id}/reports.'),
    format: z.enum(['json', 'csv']).default('json').describe('As CSV it has a line for each camera.'),
  }),
  reply: z.object({ data: reportSchema.nullable() }),
  csv: true,
});

export const listReports = declare('listReports', {
  summary: 'List the final reports of an event, newest first, in pages of at most 100',
  auth: 'user',
  apiToken: 'read',
  params: idParams,
  query: pageQuery({ limit: 100, maxLimit: 100 }),
  reply: pageSchema(keptReportSchema),
});

export const shareReport = declare('shareReport', {
  summary: 'Make a link that shows a final report to people without an account',
  description: 'An earlier link to it ends.',
  auth: 'user',
  params: idParams,
  reply: z.object({ data: reportLinkSchema }),
  status: 201,
});

export const unshareReport = declare('unshareReport', {
  summary: 'Revoke the link to a report',
  auth: 'user',
  params: idParams,
});

export const openReport = declare('openReport', {
  summary: 'Read a report by the secret of its link',
  auth: 'public',
  body: openReportInputSchema,
  failures: ['not_found', 'too_many_requests'],
  reply: z.object({ data: reportSchema }),
});

export const getSignedReport = declare('getSignedReport', {
  summary: 'A final report as a file that this installation has signed',
  description: 'The page /report/check checks it, and docs/reports.md says how a program does.',
  auth: 'user',
  apiToken: 'read',
  params: idParams,
  reply: z.object({ data: signedReportSchema }),
});

export const getReportKey = declare('getReportKey', {
  summary: 'The public key of what this installation signs',
  auth: 'public',
  reply: z.object({ data: reportKeySchema }),
});

export const getAnalytics = declare('getAnalytics', {
  summary: 'What the organization used, by month, event and camera, and how reliable its cameras were',
  description:
    'Of days that are over, in UTC; they are kept for two years. The lists have at most 500 events and cameras, those with the most camera hours first.',
  auth: 'user',
  apiToken: 'read',
  query: z.object({
    months: z.coerce
      .number<number>('months must be a number.')
      .int('months must be a whole number.')
      .min(1)
      .max(24)
      .default(12)
      .describe('How many months, with the present one.'),
    format: z.enum(['json', 'csv']).default('json').describe('As CSV it has a line for each row of every list.'),
  }),
  reply: z.object({ data: analyticsSchema }),
  csv: true,
});
