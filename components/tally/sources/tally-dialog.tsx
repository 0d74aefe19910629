'use client';

import { type FormEvent, useId, useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog, DialogContent, DialogHeading } from '@/components/ui/dialog';
import { Input, Label } from '@/components/ui/input';
import { Skeleton } from '@/components/ui/skeleton';
import { detailsOr, messageOr } from '@/lib/browser/api/error-text';
import { useStreams } from '@/lib/browser/data/use-streams';
import { useTallySourceMutations, useTallySources } from '@/lib/browser/tally/use-tally-sources';
import { isProgram } from '@/lib/contracts/is-program';
import { ProgramHere } from './program-here';
import { ProgramRule } from './program-rule';
import { TallySourceItem } from './tally-source-item';

const skeleton = <Skeleton className="h-24 rounded-lg" />;

interface TallyDialogProps {
  eventId: string;
  onClose: () => void;
}

/** The switchers that say which cameras of an event are on air. */
export function TallyDialog({ eventId, onClose }: TallyDialogProps) {
  const streams = useStreams(eventId);
  const cameras = (streams.data ?? []).flatMap((stream) => {
    const { id, attributes } = stream;
    return isProgram(stream) ? [] : [{ id, name: attributes.name, number: attributes.number }];
  });
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent className="max-w-2xl">
        <DialogHeading title="Tally">
          Your switcher says which camera is on air: red frames here, on the multiview, and on each operator’s{' '}
          <a href={`/events/${eventId}/tally`} className="text-ink underline underline-offset-4">
            tally page
          </a>
          .
        </DialogHeading>
        <ProgramHere eventId={eventId} />
        {streams.isPending ? skeleton : <TallySources eventId={eventId} cameras={cameras} />}
        <NewTallySource eventId={eventId} />
        <ProgramRule eventId={eventId} cameras={cameras} />
      </DialogContent>
    </Dialog>
  );
}

interface TallySourcesProps {
  eventId: string;
  cameras: { id: string; name: string; number: number }[];
}

function TallySources({ eventId, cameras }: TallySourcesProps) {
  const sources = useTallySources(eventId);
  if (sources.isPending) return skeleton;
  if (!sources.data) return <Alert variant="destructive">{messageOr(sources.error, 'Failed to load sources')}</Alert>;
  return (
    <ul className="grid gap-4">
      {sources.data.map((source) => (
        <TallySourceItem key={source.id} source={source} cameras={cameras} />
      ))}
    </ul>
  );
}

function NewTallySource({ eventId }: { eventId: string }) {
  const { create } = useTallySourceMutations(eventId);
  const [name, setName] = useState('');
  const id = useId();
  const add = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ name }, { onSuccess: () => setName('') });
  };
  return (
    <form onSubmit={add} className="grid gap-2 border-t pt-4">
      <Label htmlFor={id}>Add a switcher</Label>
      <div className="flex gap-2">
        <Input id={id} value={name} placeholder="vMix in the van" onChange={(event) => setName(event.target.value)} />
        <Button type="submit" size="form" disabled={create.isPending || name.trim() === ''}>
          Add
        </Button>
      </div>
      {create.isError ? (
        <Alert variant="destructive">{detailsOr(create.error, 'Failed to add the switcher')}</Alert>
      ) : null}
    </form>
  );
}
