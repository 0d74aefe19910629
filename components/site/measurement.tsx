/** How the latency was measured, and what it leaves out. */
export function Measurement() {
  const { localNetwork, internet } = measuredLatency;
  return (
    <section id="measured" className="grid scroll-mt-20 gap-6 border-t py-14 sm:grid-cols-[1fr_2fr] sm:py-20">
      <h2 className="font-semibold text-lg">How the latency is measured</h2>
      <div className="grid gap-4">
        <dl className="flex flex-wrap gap-x-10 gap-y-4">
          <Figures name="Local network" latency={localNetwork} />
          <Figures name="Internet" latency={internet} />
        </dl>
        <p className="max-w-prose text-pretty text-muted">
          Every frame of a 720p camera at 30 frames per second carries its capture time as a barcode, which the browser
          reads back from the frames it shows. The latency includes encoding, SRT's buffer of{' '}
          {localNetwork.srtLatencyMs} or {internet.srtLatencyMs} ms, the server, and decoding and rendering in the
          browser.
        </p>
        <p className="max-w-prose text-pretty text-muted">
          Camera, server and browser shared one machine with two cores; add your network's latency. Repeat it yourself:{' '}
          <code className="font-mono text-ink">npm run bench latency 720p-lan 720p</code>
        </p>
      </div>
    </section>
  );
}

function Figures({ name, latency }: { name: string; latency: { medianMs: number; p95Ms: number } }) {
  return (
    <div>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="font-mono text-lg">{latency.medianMs} ms</dd>
      <dd className="text-muted text-sm">95th percentile {latency.p95Ms} ms</dd>
    </div>
  );
}

/** Results of `npm run bench latency 720p-lan 720p`; a test compares them with docs/performance.md and README.md. */
export const measuredLatency = {
  localNetwork: { srtLatencyMs: 20, medianMs: 59, p95Ms: 76 },
  internet: { srtLatencyMs: 120, medianMs: 165, p95Ms: 182 },
} as const;
