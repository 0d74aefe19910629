import Link from 'next/link';
import { Button } from '@/components/ui/button';

const facts = [
  {
    title: 'Paste one address',
    text: 'Every camera gets one SRT address. Enter it in OBS, Larix, vMix or any encoder; nothing to install, nothing to pair.',
  },
  {
    title: 'See every camera',
    text: 'All pictures of your show side by side in the browser, on any number of screens, from the control room or on the road.',
  },
  {
    title: 'It comes back by itself',
    text: 'A camera that drops, a network that stutters, a server that restarts: the picture returns without a reload.',
  },
];

/** What the product is, for somebody who sees it for the first time. */
export function Landing({ product }: { product: string }) {
  return (
    <div className="mx-auto max-w-5xl px-4 sm:px-6">
      <section className="grid justify-items-start gap-6 pt-20 pb-20 sm:pt-32 sm:pb-28">
        <h1 className="max-w-3xl text-balance font-semibold text-xl sm:text-2xl">
          Every camera of your show, live in the browser.
        </h1>
        <p className="max-w-xl text-pretty text-md text-muted">
          Beautifully simple multi-camera livestreaming that works every time. About 200 ms preview latency, from the
          camera's encoder to your screen.
        </p>
        <Button asChild variant="primary" size="form">
          <Link href="/signup">Try {product} for Free</Link>
        </Button>
      </section>
      <section className="grid gap-8 border-t py-12 sm:grid-cols-3 sm:py-16">
        {facts.map(({ title, text }) => (
          <div key={title} className="grid content-start gap-2">
            <h2 className="font-semibold text-md">{title}</h2>
            <p className="text-pretty text-muted">{text}</p>
          </div>
        ))}
      </section>
      <footer className="border-t py-8 text-faint text-sm">{product}</footer>
    </div>
  );
}
