/** Results of `npm run bench latency 720p-lan 720p`; a test compares them with docs/performance.md and README.md. */
export const measuredLatency = {
  localNetwork: { srtLatencyMs: 20, medianMs: 59, p95Ms: 76 },
  internet: { srtLatencyMs: 120, medianMs: 165, p95Ms: 182 },
} as const;
