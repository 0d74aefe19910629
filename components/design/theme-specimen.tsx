import { toneClass } from '@/components/stream/state-line';
import { StateMark } from '@/components/stream/state-mark';
import { Alert } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { neutralSteps, stateColours } from './colour-tokens';
import { Swatch } from './swatch';

const words = { live: 'Live', pending: 'Turning on', failed: 'Failed', off: 'Off' } as const;

/** One theme: its colours, its states and its controls. */
export function ThemeSpecimen({ theme }: { theme: 'light' | 'dark' }) {
  const title = theme === 'light' ? 'Light' : 'Dark';
  return (
    <section
      aria-label={`${title} theme`}
      className={`${theme} grid content-start gap-8 rounded-lg border bg-canvas p-4 text-ink sm:p-6`}
    >
      <h2 className="font-semibold text-lg">{title}</h2>
      <div className="grid gap-3">
        {neutralSteps.map((step) => (
          <Swatch key={step.name} {...step} />
        ))}
        <Swatch name="well" use="Behind pictures" />
      </div>
      <div className="grid gap-3">
        {stateColours.map(({ name, use }) => (
          <Swatch key={name} name={name} use={use} />
        ))}
      </div>
      <div className="flex flex-wrap gap-4">
        {(['live', 'pending', 'failed', 'off'] as const).map((tone) => (
          <p key={tone} className={`flex items-center gap-1.5 font-medium text-sm ${toneClass[tone]}`}>
            <StateMark tone={tone} />
            {words[tone]}
          </p>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary">Primary</Button>
        <Button>Outline</Button>
        <Button variant="ghost">Ghost</Button>
        <Button variant="destructive">Delete</Button>
        <Button disabled>Disabled</Button>
        <Badge>Default</Badge>
        <Badge tone="success">Success</Badge>
        <Badge tone="warning">Warning</Badge>
        <Badge tone="error">Error</Badge>
      </div>
      <Input aria-label={`Field in the ${theme} theme`} placeholder="Camera 1" />
      <Alert variant="destructive">The camera's encoder was refused: the stream is off.</Alert>
    </section>
  );
}
