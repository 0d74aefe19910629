import { pressedClass } from '@/components/ui/button-variants';
import { cn } from '@/components/ui/cn';
import { Tooltip } from '@/components/ui/tooltip';
import type { MultiviewLayout } from '@/lib/contracts/multiview-layouts';
import { layoutWords } from '../layout/layout-words';

const choices = [
  { layout: 'auto', text: 'Auto' },
  { layout: '1', text: '1' },
  { layout: '2', text: '2' },
  { layout: '3', text: '3' },
  { layout: '4', text: '4' },
] as const;

interface LayoutButtonsProps {
  layout: MultiviewLayout;
  onLayout: (layout: MultiviewLayout) => void;
}

/** Auto, or columns at most. */
export function LayoutButtons({ layout, onLayout }: LayoutButtonsProps) {
  return (
    <fieldset className="flex overflow-hidden rounded-md border border-line-strong">
      <legend className="sr-only">Columns</legend>
      {choices.map((choice) => (
        <Tooltip key={choice.layout} text={layoutWords[choice.layout]} isDark>
          <button
            type="button"
            aria-pressed={layout === choice.layout}
            aria-label={layoutWords[choice.layout]}
            onClick={() => onLayout(choice.layout)}
            className={cn(
              'h-8 min-w-8 px-2 font-medium text-muted -outline-offset-2 hover:bg-control pointer-coarse:h-11 pointer-coarse:min-w-11',
              pressedClass,
            )}
          >
            {choice.text}
          </button>
        </Tooltip>
      ))}
    </fieldset>
  );
}
