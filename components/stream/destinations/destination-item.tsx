'use client';

import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Confirm } from '@/components/controls/confirm';
import { toastFailure } from '@/components/controls/toast-failure';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { useDestinationMutations } from '@/lib/browser/data/use-destinations';
import { destinationKinds } from '@/lib/contracts/destination-kinds';
import type { DestinationJson } from '@/lib/contracts/destinations';
import { lookUp } from '@/lib/core/look-up';
import { StateMark, toneClass } from '../marks';
import { DestinationForm } from './destination-form';
import { figureWords, stateWords } from './destination-words';
import { pictureWarnings, type SentPicture } from './picture-warnings';

interface DestinationItemProps {
  destination: DestinationJson;
  picture: SentPicture;
  /** Whether the camera is on: else nothing is sent. */
  isCameraOn: boolean;
}

/** One place that a camera is sent to: how that goes, its switch, and what its platform will refuse. */
export function DestinationItem({ destination, picture, isCameraOn }: DestinationItemProps) {
  const { stream_id: streamId, name, kind, address, is_on: isOn, state, cause, problem } = destination.attributes;
  const { update, remove } = useDestinationMutations(streamId);
  const [opened, setOpened] = useState<'change' | 'delete' | null>(null);
  const { word, tone } = lookUp(stateWords, isOn && !isCameraOn ? 'waiting' : state) ?? stateWords.off;
  // Its problem says the same.
  const warnings = cause?.startsWith('unsupported_') ? [] : pictureWarnings(kind, picture);
  const press = (on: boolean) =>
    update.mutate({ id: destination.id, is_on: on }, { onError: toastFailure('Error', 'Failed to switch') });

  return (
    <li className="grid gap-2 rounded-lg border p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-48">
          <h3 dir="auto" className="truncate font-semibold">
            {name}
          </h3>
          <p className="truncate text-muted text-sm" title={address}>
            {destinationKinds[kind].address === null ? address : destinationKinds[kind].label}
          </p>
        </div>
        <div className="flex items-center gap-1">
          {isOn && state === 'refused' ? (
            <Button onClick={() => press(true)} disabled={update.isPending}>
              Try again
            </Button>
          ) : null}
          <Button
            variant={isOn ? 'outline' : 'primary'}
            aria-label={`${isOn ? 'Stop sending to' : 'Send to'} ${name}`}
            onClick={() => press(!isOn)}
            disabled={update.isPending}
          >
            {isOn ? 'Stop' : 'Start'}
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Change ${name}`}
            aria-expanded={opened === 'change'}
            onClick={() => setOpened(opened === 'change' ? null : 'change')}
          >
            <Pencil aria-hidden />
          </Button>
          <Button variant="ghost" size="icon" aria-label={`Delete ${name}`} onClick={() => setOpened('delete')}>
            <Trash2 aria-hidden />
          </Button>
        </div>
      </div>
      <p className="flex min-h-5 flex-wrap items-center gap-x-1.5 text-sm" role="status">
        <span className={cn('flex items-center gap-1.5 font-medium', toneClass[tone])}>
          <StateMark tone={tone} />
          {word}
        </span>
        <span className="text-muted tabular-nums">{figureWords(destination.attributes)}</span>
      </p>
      {problem ? <p className="text-sm">{problem}</p> : null}
      {warnings.map((warning) => (
        <p key={warning} className="text-pending text-sm">
          {warning}
        </p>
      ))}
      {opened === 'change' ? (
        <div className="border-t pt-3">
          <DestinationForm
            streamId={streamId}
            destination={destination}
            onSaved={() => setOpened(null)}
            onCancel={() => setOpened(null)}
          />
        </div>
      ) : null}
      <Confirm
        open={opened === 'delete'}
        onOpenChange={(open) => setOpened(open ? 'delete' : null)}
        question={`Delete destination "${name}"?`}
        consequence="Its stream ends at once, and its key is forgotten."
        action="Delete"
        onConfirm={() =>
          remove.mutateAsync(destination.id).catch(toastFailure('Error', 'Failed to delete the destination'))
        }
      />
    </li>
  );
}
