import { measuredLatency } from './measured-latency';

/** How the latency beside the claim was measured, and what it does not say. */
export function Measurement() {
  const { medianMs, p95Ms } = measuredLatency;
  return (
    <section id="measured" className="grid scroll-mt-20 gap-6 border-t py-14 sm:grid-cols-[1fr_2fr] sm:py-20">
      <h2 className="font-semibold text-lg">How the latency is measured</h2>
      <div className="grid gap-4">
        <dl className="flex flex-wrap gap-x-10 gap-y-4">
          <div>
            <dt className="text-muted text-sm">Half of all pictures</dt>
            <dd className="font-mono text-lg">≤ {medianMs} ms</dd>
          </div>
          <div>
            <dt className="text-muted text-sm">95 of 100 pictures</dt>
            <dd className="font-mono text-lg">≤ {p95Ms} ms</dd>
          </div>
        </dl>
        <p className="max-w-prose text-pretty text-muted">
          Every picture of a 720p camera at 30 pictures a second carries the time of its making as a barcode. The
          browser reads it back from the pictures that it shows. The time covers encoding, SRT with its own buffer of
          120 ms, the server, and decoding and drawing in the browser.
        </p>
        <p className="max-w-prose text-pretty text-muted">
          Camera, server and browser shared one machine of two cores, so your network comes on top. Anyone can repeat
          it: <code className="font-mono text-ink">npm run bench latency 720p</code>
        </p>
      </div>
    </section>
  );
}
