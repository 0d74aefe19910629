import Link from 'next/link';
import { Facts } from './facts';
import { Globe } from './globe';
import { type Claims, Hero } from './hero';
import { landDots } from './land-dots';
import { Measurement } from './measurement';
import { OwnServer } from './own-server';
import { Pricing } from './pricing';

interface LandingProps {
  product: string;
  /** Null on a server that sells nothing: neither promises nor plans are shown. */
  claims: Claims | null;
  /** Whether anybody may create an account; without that, plans are not shown. */
  canSignUp: boolean;
  /** The address of the program's source; null where this server names none. */
  source: string | null;
}

/** The landing page. */
export function Landing({ product, claims, canSignUp, source }: LandingProps) {
  const hasPlans = canSignUp && claims !== null;
  return (
    <div className="mx-auto max-w-6xl px-4 sm:px-6">
      <Hero product={product} claims={claims} canSignUp={canSignUp} />
      <Facts />
      {claims ? <GlobeSection edgeLocations={claims.edgeLocations} /> : null}
      {hasPlans ? <Pricing /> : null}
      <Measurement />
      <OwnServer source={source} />
      <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t py-7 text-muted text-sm">
        <span>{product}</span>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-6">
          {hasPlans ? (
            <a href="#pricing" className="py-3 hover:text-ink">
              Pricing
            </a>
          ) : null}
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

/** The edge locations, with the globe. */
function GlobeSection({ edgeLocations }: { edgeLocations: string }) {
  return (
    <section className="grid items-center gap-8 border-t py-14 sm:grid-cols-2 sm:py-20">
      <div className="grid gap-3">
        <h2 className="text-balance font-semibold text-xl">{edgeLocations} edge locations</h2>
        <p className="max-w-prose text-pretty text-md text-muted">
          The show is in one place, the crew in another, and the client in a third. All of them see the same pictures.
        </p>
      </div>
      <Globe dots={landDots()} />
    </section>
  );
}
