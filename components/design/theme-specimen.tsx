import { Ellipsis, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { StateMark, toneClass } from '@/components/stream/marks';
import { Alert } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { buttonVariants } from '@/components/ui/button-variants';
import { Input } from '@/components/ui/input';
import { Skeleton } from '@/components/ui/skeleton';
import { neutralSteps, stateColors, surfaces } from './color-tokens';
import { Swatch } from './swatch';

const words = {
  live: 'Live',
  degraded: 'Live, unsteady',
  pending: 'Turning on',
  failed: 'Failed',
  off: 'Off',
  unknown: 'Unknown',
} as const;
const tones = ['live', 'degraded', 'pending', 'failed', 'off', 'unknown'] as const;
const buttons = [
  { variant: 'primary', text: 'Primary' },
  { variant: 'outline', text: 'Outline' },
  { variant: 'ghost', text: 'Ghost' },
  { variant: 'destructive', text: 'Delete' },
  { variant: 'link', text: 'Link' },
] as const;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-3">
      <h3 className="text-faint text-sm">{title}</h3>
      {children}
    </div>
  );
}

/** One theme: its colors, states and components. */
export function ThemeSpecimen({ theme }: { theme: 'light' | 'dark' }) {
  const title = theme === 'light' ? 'Light' : 'Dark';
  return (
    <section
      aria-label={`${title} theme`}
      className={`${theme} grid content-start gap-8 rounded-lg border bg-canvas p-4 text-ink sm:p-6`}
    >
      <h2 className="font-semibold text-lg">{title}</h2>
      <Part title="Neutrals, from canvas to ink">
        {neutralSteps.map((step) => (
          <Swatch key={step.name} {...step} />
        ))}
      </Part>
      <Part title="Surfaces and lines">
        {surfaces.map((surface) => (
          <Swatch key={surface.name} {...surface} />
        ))}
      </Part>
      <Part title="States: the only colors">
        {stateColors.map((color) => (
          <Swatch key={color.name} {...color} />
        ))}
      </Part>
      <Part title="States also differ by shape and word">
        <div className="flex flex-wrap gap-4">
          {tones.map((tone) => (
            <p key={tone} className={`flex items-center gap-1.5 font-medium text-sm ${toneClass[tone]}`}>
              <StateMark tone={tone} />
              {words[tone]}
            </p>
          ))}
        </div>
        <div className="flex flex-wrap gap-2">
          <Badge>Default</Badge>
          <Badge tone="success">Connected</Badge>
          <Badge tone="warning">Reconnecting…</Badge>
          <Badge tone="error">Preview offline</Badge>
        </div>
      </Part>
      <Part title="Buttons">
        <div className="flex flex-wrap items-center gap-2">
          {buttons.map(({ variant, text }) => (
            <button key={variant} type="button" className={buttonVariants({ variant })}>
              {text}
            </button>
          ))}
          <button type="button" disabled className={buttonVariants()}>
            Disabled
          </button>
          <button
            type="button"
            aria-label={`Actions, in the ${theme} theme`}
            className={buttonVariants({ variant: 'ghost', size: 'icon' })}
          >
            <Ellipsis aria-hidden />
          </button>
        </div>
      </Part>
      <Part title="Fields">
        <Input aria-label={`Field in the ${theme} theme`} placeholder="Camera 1" />
        <Input aria-label={`Wrong field in the ${theme} theme`} aria-invalid defaultValue="Camera 1" />
        <Input aria-label={`Disabled field in the ${theme} theme`} disabled defaultValue="Camera 1" />
      </Part>
      <Part title="Messages">
        <Alert role="note">Provisioning is taking longer than expected.</Alert>
        <Alert variant="destructive" role="note">
          The camera's encoder was refused: the stream is off.
        </Alert>
      </Part>
      <Part title="Floating surfaces">
        <div className="grid w-48 rounded-lg border bg-floating p-1 shadow-float">
          <p className="flex h-8 items-center gap-2 rounded-md bg-control-hover px-2">
            <Pencil aria-hidden className="size-4 text-muted" />
            Rename
          </p>
          <p className="flex h-8 items-center gap-2 px-2 text-failed">Delete</p>
        </div>
      </Part>
      <Part title="Skeletons and video wells">
        <div className="grid grid-cols-2 gap-3">
          <Skeleton className="aspect-[16/10]" />
          <div className="grid aspect-[16/10] place-items-center rounded-lg bg-well text-muted text-sm">
            Stream offline
          </div>
        </div>
      </Part>
    </section>
  );
}
