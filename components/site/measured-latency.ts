/** What `npm run bench latency 720p` gave, as docs/performance.md has it; a test holds the two together. */
export const measuredLatency = { medianMs: 178, p95Ms: 196 } as const;
