import { SeveritySign } from '@/components/stream/severity-sign';
import { cn } from '@/components/ui/cn';
import type { Level } from '../metric-levels';

interface LevelFigureProps {
  name: string;
  /** Null: not measured. */
  count: number | null;
  levelOf: (count: number) => Level;
}

const levelClass: Record<Level, string> = { healthy: '', warning: 'text-pending', critical: 'text-failed' };

/** A count that is worth a warning when it grows; the word says what the colour says. */
export function LevelFigure({ name, count, levelOf }: LevelFigureProps) {
  const level = count === null ? 'healthy' : levelOf(count);
  return (
    <div className="grid content-start gap-1">
      <dt className="text-muted">{name}</dt>
      <dd className={cn('flex items-center gap-1.5', levelClass[level])}>
        <span className="font-mono">
          {count ?? (
            <>
              <span className="sr-only">not measured</span>
              <span aria-hidden className="text-faint">
                –
              </span>
            </>
          )}
        </span>
        {level === 'healthy' ? null : (
          <>
            <SeveritySign severity={level} />
            {level}
          </>
        )}
      </dd>
    </div>
  );
}
