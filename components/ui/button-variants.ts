import { cva } from 'class-variance-authority';

/** A button's classes, also for links that look like one. Any class of the caller overrides `low:` classes. */
export const buttonVariants = cva(
  "inline-flex shrink-0 items-center low:justify-center gap-2 rounded-md font-medium low:text-base whitespace-nowrap transition-[background-color,border-color,color,opacity] select-none disabled:opacity-50 [&_svg:not([class*='size-'])]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: 'bg-primary text-on-primary hover:bg-primary/85 active:bg-primary/75',
        outline:
          'border low:border-line-strong low:bg-transparent low:text-ink low:hover:bg-control low:active:bg-control-hover',
        ghost: 'low:text-muted low:hover:bg-control low:hover:text-ink low:active:bg-control-hover',
        destructive: 'bg-failed text-canvas hover:bg-failed/90 active:bg-failed/80',
        link: 'text-ink underline underline-offset-4 decoration-line-strong hover:decoration-ink',
      },
      size: {
        work: 'low:h-8 low:px-3 pointer-coarse:h-11',
        form: 'low:h-10 low:px-4 pointer-coarse:h-11',
        icon: 'low:size-8 pointer-coarse:size-11',
        inline: 'h-auto p-0',
      },
    },
    defaultVariants: { variant: 'outline', size: 'work' },
  },
);

/** The class of a button that shows that it is pressed by ink, or by the user's own colors where the browser uses those. */
export const pressedClass =
  'aria-pressed:bg-ink aria-pressed:text-canvas aria-pressed:hover:bg-ink forced-colors:aria-pressed:bg-[Highlight] forced-colors:aria-pressed:text-[HighlightText] forced-colors:aria-pressed:forced-color-adjust-none';

/** The class of a word beside an icon, in a bar that is to stay one line on a laptop's screen. */
export const roomyWordClass = 'sm:max-[1720px]:sr-only';
