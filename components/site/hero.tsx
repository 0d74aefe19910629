import Link from 'next/link';
import { buttonVariants } from '@/components/ui/button-variants';
import { measuredLatency } from './measurement';
import { MultiviewCanvas } from './multiview-canvas';

/** The promises of the landing page. */
export interface Claims {
  /** As advertised, such as `about 200 ms`. */
  previewLatency: string;
  /** As advertised, such as `40+`. */
  edgeLocations: string;
}

interface HeroProps {
  product: string;
  claims: Claims | null;
  /** Whether anybody may create an account. */
  canSignUp: boolean;
}

/** `about 200 ms` at the start of a line. */
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The headline, a working multiview, and the measured latency. */
export function Hero({ product, claims, canSignUp }: HeroProps) {
  return (
    <section className="grid gap-10 pt-14 pb-16 sm:pt-20 sm:pb-24">
      <div className="mx-auto grid max-w-3xl justify-items-center gap-6 text-center">
        <h1 className="text-balance font-semibold text-xl sm:text-2xl">
          Every camera of your show, live in the browser.
        </h1>
        <p className="max-w-xl text-pretty text-md text-muted">
          Beautifully simple multi-camera livestreaming that works every time.
        </p>
        <Link href={canSignUp ? '/signup' : '/login'} className={buttonVariants({ variant: 'primary', size: 'form' })}>
          {canSignUp ? `Try ${product} for Free` : 'Sign in'}
        </Link>
        {claims ? (
          <ul className="flex flex-wrap justify-center gap-x-6 gap-y-1 text-muted">
            <li>{capitalized(claims.previewLatency)} preview latency</li>
            <li>{claims.edgeLocations} edge locations</li>
          </ul>
        ) : null}
      </div>
      <figure className="grid gap-3">
        <MultiviewCanvas />
        <figcaption className="grid gap-6 text-muted text-sm">
          <span>Test pictures, drawn in your browser.</span>
          <span className="flex flex-wrap items-end justify-center gap-x-12 gap-y-4 text-center">
            <Measured latencyMs={measuredLatency.localNetwork.medianMs} where="on a local network" />
            <Measured latencyMs={measuredLatency.internet.medianMs} where="with a buffer for the internet" />
          </span>
          <span className="text-center">
            Measured from encoder to screen.{' '}
            <a href="#measured" className="text-ink underline decoration-line-strong underline-offset-4">
              How it is measured
            </a>
          </span>
        </figcaption>
      </figure>
    </section>
  );
}

const Measured = ({ latencyMs, where }: { latencyMs: number; where: string }) => (
  <span className="grid">
    <span className="font-medium font-mono text-2xl text-ink">{latencyMs} ms</span> {where}
  </span>
);
