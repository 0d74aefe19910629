import type { Bus } from '@/lib/platform/bus/bus';
import { type AnswerScrape, scrapeAnswerer } from '@/lib/platform/prometheus/answer-scrape';
import { programMetrics } from '@/lib/platform/prometheus/program-metrics';
import type { BuiltReconciler } from '../reconciler/build-reconciler';
import type { RouterHealth } from '../srt-router/thread/router-messages';
import { registerDestinationMetrics } from './destination-metrics';
import { registerReconcilerMetrics } from './reconciler-metrics';
import { type RecordingSources, registerRecordingMetrics } from './recording-metrics';
import { registerRouterMetrics } from './router-metrics';
import { registerStreamMetrics } from './stream-metrics';

interface Options {
  /** The bearer token that Prometheus sends. */
  token: string;
  bus: Bus;
  streams: Pick<BuiltReconciler, 'reconciler' | 'registry' | 'leases'>;
  maxStreams: number;
  readRouterHealth(): Promise<RouterHealth>;
  recordings: Omit<RecordingSources, 'streams'>;
}

/** Measures this gateway from now on. */
export function openGatewayMetrics({
  token,
  bus,
  streams,
  maxStreams,
  readRouterHealth,
  recordings,
}: Options): AnswerScrape {
  const registry = programMetrics('gateway', bus);
  registerStreamMetrics(registry, streams.registry);
  registerReconcilerMetrics(registry, streams, maxStreams);
  registerRecordingMetrics(registry, { streams: streams.registry, ...recordings });
  registerDestinationMetrics(registry, streams.registry);
  registerRouterMetrics(registry, readRouterHealth);
  return scrapeAnswerer(registry, token);
}
