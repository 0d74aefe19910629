'use client';

import { Activity, ArrowLeft, Keyboard, Maximize } from 'lucide-react';
import Link from 'next/link';
import { ConnectionBadge } from '@/components/preview/connection-badge';
import { ShareButton } from '@/components/share/share-button';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { toggleFullscreen } from './fullscreen';
import { useRunningMeters } from './meters/use-audio-meters';
import { type Columns, columnChoices } from './multiview-state';

interface MultiviewBarProps {
  eventId: string;
  eventName: string;
  columns: Columns;
  onColumns: (columns: Columns) => void;
  showsHealth: boolean;
  onHealth: () => void;
  onHelp: () => void;
  hidden: boolean;
}

/** The multiview's controls. They slide away without input. */
export function MultiviewBar({
  eventId,
  eventName,
  columns,
  onColumns,
  showsHealth,
  onHealth,
  onHelp,
  hidden,
}: MultiviewBarProps) {
  const metersAreRunning = useRunningMeters() !== null;
  return (
    <header
      className={cn(
        'fixed inset-x-0 top-0 z-40 flex flex-wrap items-center gap-2 border-b bg-canvas/95 px-3 py-2 transition-[opacity,transform] focus-within:translate-y-0 focus-within:opacity-100',
        hidden && '-translate-y-full opacity-0',
      )}
    >
      <Button asChild variant="ghost" className="px-2">
        <Link href={`/events/${eventId}`}>
          <ArrowLeft aria-hidden />
          Back
        </Link>
      </Button>
      <h1 className="min-w-0 flex-1 truncate font-semibold">{eventName}</h1>
      <ConnectionBadge />
      <fieldset className="hidden overflow-hidden rounded-md border border-line-strong sm:flex">
        <legend className="sr-only">Columns</legend>
        {columnChoices.map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={columns === choice}
            aria-label={`${choice} columns`}
            onClick={() => onColumns(choice)}
            className="size-8 font-medium text-muted -outline-offset-2 hover:bg-control aria-pressed:bg-ink aria-pressed:text-canvas pointer-coarse:size-11"
          >
            {choice}
          </button>
        ))}
      </fieldset>
      <Button
        size="icon"
        aria-label="Health"
        aria-pressed={showsHealth}
        aria-keyshortcuts="H"
        onClick={onHealth}
        className="aria-pressed:bg-ink aria-pressed:text-canvas"
      >
        <Activity aria-hidden />
      </Button>
      <Button size="icon" aria-label="Keyboard shortcuts" onClick={onHelp} className="max-sm:hidden">
        <Keyboard aria-hidden />
      </Button>
      <ShareButton eventId={eventId} eventName={eventName} />
      <Button
        onClick={() => void toggleFullscreen(document.documentElement)}
        aria-keyshortcuts="F"
        className="max-sm:hidden"
      >
        <Maximize aria-hidden />
        Fullscreen
      </Button>
      {metersAreRunning ? null : (
        <p className="w-full text-muted text-sm">Sound meters start with your first click or key press.</p>
      )}
    </header>
  );
}
