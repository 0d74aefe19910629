/** Results of `npm run bench latency 720p-lan 720p`; a test compares them with docs/performance.md. */
export const measuredLatency = {
  localNetwork: { srtLatencyMs: 20, medianMs: 73, p95Ms: 90 },
  internet: { srtLatencyMs: 120, medianMs: 170, p95Ms: 186 },
} as const;
