/** Results of `npm run bench latency 720p-lan 720p`; a test compares them with docs/performance.md. */
export const measuredLatency = {
  localNetwork: { srtLatencyMs: 20, medianMs: 78, p95Ms: 92 },
  internet: { srtLatencyMs: 120, medianMs: 178, p95Ms: 196 },
} as const;
