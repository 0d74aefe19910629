import Link from 'next/link';
import { CopyCommand } from './copy-command';
import { Globe } from './globe';
import { type Claims, Hero } from './hero';
import { landDots } from './land-dots';
import { Measurement } from './measurement';
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

const facts = [
  {
    title: 'Paste one address',
    text: 'Every camera gets one SRT address. Enter it in OBS, Larix, vMix or any encoder; nothing to install or pair.',
  },
  {
    title: 'See every camera',
    text: 'All cameras of your show side by side in the browser, on any number of screens, in the control room or on the road.',
  },
  {
    title: 'It recovers by itself',
    text: 'A camera that drops, a network that stutters, a server that restarts: the picture returns without a reload.',
  },
];

/** Three facts about the product. */
function Facts() {
  return (
    <section className="grid gap-8 border-t py-14 sm:grid-cols-3 sm:py-20">
      {facts.map(({ title, text }) => (
        <div key={title} className="grid content-start gap-2">
          <h2 className="font-semibold text-md">{title}</h2>
          <p className="text-pretty text-muted">{text}</p>
        </div>
      ))}
    </section>
  );
}

/** How to run the program oneself. @param props.source the address of its source; null where this server names none */
function OwnServer({ source }: { source: string | null }) {
  const links = [
    ...(source
      ? [
          { href: source, text: 'Source' },
          { href: `${source}/tree/main/docs`, text: 'Documentation' },
          { href: `${source}/blob/main/LICENSE`, text: 'Licence' },
        ]
      : []),
    { href: '/docs/api', text: 'API' },
  ];
  return (
    <section className="grid gap-6 border-t py-14 sm:grid-cols-[1fr_2fr] sm:py-20">
      <h2 className="font-semibold text-lg">Run it on your own server</h2>
      <div className="grid gap-4">
        <CopyCommand command="npm start" />
        <p className="max-w-prose text-pretty text-muted">
          One command in the source installs, builds and starts everything on your machine. It is free under the Apache
          License 2.0.
        </p>
        <p className="flex flex-wrap gap-x-6">
          {links.map(({ href, text }) => (
            <Link
              key={text}
              href={href}
              prefetch={false}
              className="py-2 underline decoration-line-strong underline-offset-4 hover:decoration-ink"
            >
              {text}
            </Link>
          ))}
        </p>
      </div>
    </section>
  );
}
