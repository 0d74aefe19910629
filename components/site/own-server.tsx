import Link from 'next/link';
import { CopyCommand } from './copy-command';

/** How to run the program oneself. @param props.source the address of its source; null where this server names none */
export function OwnServer({ source }: { source: string | null }) {
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
