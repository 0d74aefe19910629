import { alarmKindOf } from '@/lib/contracts/alarms/alarm-kinds';
import { destinationTexts } from '@/lib/contracts/catalogue/destination-texts';
import { type DestinationCause, destinationCauses } from '@/lib/contracts/destination-tasks';
import { type WebhookEvent, webhookEvents } from '@/lib/contracts/organization/webhook-types';
import type { WebhookData, WebhookPayload } from '@/lib/contracts/organization/webhooks';

/** An event in words for a person. */
export interface Message {
  title: string;
  /** Says what it means and what to do; empty where the title says all. */
  text: string;
  /** Whether somebody must act at once. */
  isUrgent: boolean;
  /** A page about it. */
  url?: string;
}

type Words = {
  [Type in WebhookEvent]: (data: WebhookData<Type>) => Omit<Message, 'isUrgent'> & { isUrgent?: boolean };
};

const words: Words = {
  'stream.created': ({ stream }) => ({ title: `${stream.name} was added`, text: '' }),
  'stream.deleted': ({ stream }) => ({ title: `${stream.name} was deleted`, text: '' }),
  'stream.status_changed': ({ stream, status, reason }) => ({
    title: `${stream.name}: ${statusWords[status]}`,
    text: reason ?? '',
    isUrgent: status === 'error',
  }),
  'stream.signal_changed': ({ stream, signal }) => ({
    title: `${stream.name}: ${signalWords[signal]}`,
    text: '',
    isUrgent: signal === 'lost',
  }),
  'stream.alert_level_changed': ({ stream, alert_level: level, quality_score: score }) => ({
    title: `${stream.name}: quality ${levelWords[level]}`,
    text: score === null ? '' : `Its score is ${Math.round(score)} of 100.`,
    isUrgent: level === 'critical',
  }),
  'stream.problem_found': ({ stream, problem }) => ({
    title: `${stream.name}: ${problem.sentence}`,
    text: problem.fix,
    isUrgent: problem.severity === 'critical' || alarmKindOf(problem.code) !== null,
  }),
  'stream.problem_solved': ({ stream, problem }) => ({ title: `${stream.name}: solved`, text: problem.sentence }),
  'stream.incident': ({ stream, incident }) => ({
    title: `${stream.name}: ${incident.message}`,
    text: '',
    isUrgent: incident.severity === 'critical',
  }),
  'stream.tally_changed': ({ stream, tally }) => ({ title: `${stream.name}: ${tallyWords[tally]}`, text: '' }),
  'recording.started': ({ stream }) => ({ title: `${stream.name}: recording started`, text: '' }),
  'recording.stopped': ({ stream }) => ({ title: `${stream.name}: recording stopped`, text: '' }),
  'recording.trouble': ({ stream, trouble }) => ({
    title: `${stream.name}: ${trouble === null ? 'the recording is well again' : 'trouble with the recording'}`,
    text: trouble === null ? '' : 'The recordings page says what is wrong, and what to do.',
    isUrgent: trouble !== null,
  }),
  'destination.started': ({ stream, destination }) => ({
    title: `${stream.name} is sent to ${destination.name}`,
    text: '',
  }),
  'destination.failed': ({ stream, destination, cause }) => ({
    title: `${stream.name}: ${destination.name} does not take it`,
    text: destinationCauses.includes(cause as DestinationCause)
      ? destinationTexts[cause as DestinationCause](null)
      : '',
    isUrgent: true,
  }),
  'destination.recovered': ({ stream, destination }) => ({
    title: `${stream.name} is sent to ${destination.name} again`,
    text: '',
  }),
  'comment.created': ({ comment }) => ({ title: `${comment.author} on ${comment.event_name}`, text: comment.text }),
  'report.final': ({ report }) => ({ title: `The report of ${report.event_name} is final`, text: '', url: report.url }),
  'webhook.test': ({ message }) => ({ title: 'Test', text: message }),
};

const statusWords: Record<WebhookData<'stream.status_changed'>['status'], string> = {
  idle: 'off',
  provisioning: 'switched on',
  active: 'ready for the camera',
  stopping: 'switched off',
  stopped: 'off',
  error: 'failed',
};
const signalWords: Record<WebhookData<'stream.signal_changed'>['signal'], string> = {
  none: 'no signal',
  connecting: 'connecting',
  live: 'live',
  lost: 'signal lost',
};
const levelWords: Record<WebhookData<'stream.alert_level_changed'>['alert_level'], string> = {
  healthy: 'good',
  warning: 'poor',
  critical: 'bad',
};
const tallyWords: Record<WebhookData<'stream.tally_changed'>['tally'], string> = {
  off: 'off air',
  preview: 'next',
  program: 'on air',
  unknown: 'nobody knows whether it is on air',
};

/** An event in words. One that this version does not know is named by its type. */
export function messageOf({ type, data }: { type: string; data: unknown }): Message {
  if (!isKnown(type)) return { title: type, text: '', isUrgent: false };
  const inWords = words[type] as (data: WebhookPayload['data']) => Partial<Message> & Omit<Message, 'isUrgent'>;
  return { isUrgent: false, ...inWords(data as WebhookPayload['data']) };
}

const isKnown = (type: string): type is WebhookEvent => type in webhookEvents;
