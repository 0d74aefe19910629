import { cn } from '@/components/ui/cn';

export interface TrustPictureProps {
  title: string;
  rows: string[];
  /** The row to press. */
  pressed: string;
  /** The row is switched on. */
  isSwitch?: boolean;
}

/** Draws the place in a phone's settings where to press. The step says the same in words. */
export const TrustPicture = ({ title, rows, pressed, isSwitch }: TrustPictureProps) => (
  <div aria-hidden className="mt-2 max-w-64 overflow-hidden rounded-lg border bg-raised text-sm">
    <p className="border-b bg-control px-3 py-1.5 text-center font-medium">{title}</p>
    <ul className="divide-y">
      {rows.map((row) => (
        <li
          key={row}
          className={cn(
            'flex items-center gap-2 px-3 py-2 last:rounded-b-lg',
            row === pressed ? 'font-medium ring-2 ring-ink ring-inset' : 'text-muted',
          )}
        >
          <span className="min-w-0 flex-1">{row}</span>
          {row === pressed && isSwitch ? (
            <span className="flex h-5 w-9 justify-end rounded-full bg-ink p-0.5">
              <span className="size-4 rounded-full bg-canvas" />
            </span>
          ) : row === pressed ? (
            <span className="size-3 rounded-full border-2 border-ink" />
          ) : null}
        </li>
      ))}
    </ul>
  </div>
);
