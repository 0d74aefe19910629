import Link from 'next/link';
import { Facts } from './facts';
import { GlobeSection } from './globe-section';
import { Hero } from './hero';
import { Measurement } from './measurement';
import { Pricing } from './pricing';

interface LandingProps {
  product: string;
  previewLatency: string;
  edgeLocations: string;
}

/** The landing page. */
export function Landing({ product, previewLatency, edgeLocations }: LandingProps) {
  return (
    <div className="mx-auto max-w-6xl px-4 sm:px-6">
      <Hero product={product} previewLatency={previewLatency} edgeLocations={edgeLocations} />
      <Facts />
      <GlobeSection edgeLocations={edgeLocations} />
      <Pricing />
      <Measurement />
      <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t py-7 text-muted text-sm">
        <span>{product}</span>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-6">
          <a href="#pricing" className="py-3 hover:text-ink">
            Pricing
          </a>
          <Link href="/login" prefetch={false} className="py-3 hover:text-ink">
            Sign in
          </Link>
          <Link href="/design-system/colors" prefetch={false} className="py-3 hover:text-ink">
            Colors and type
          </Link>
        </nav>
      </footer>
    </div>
  );
}
