'use client';

import { type FormEvent, useState } from 'react';
import { Checkbox, Field, SelectField } from '@/components/controls/field';
import { toastFailure } from '@/components/controls/toast-failure';
import { durationWords } from '@/components/recordings/recording-words';
import { Button } from '@/components/ui/button';
import { useMay } from '@/lib/browser/api/use-may';
import { useEvents } from '@/lib/browser/data/use-events';
import { useRecordings } from '@/lib/browser/data/use-recordings';
import { useStreamMutations } from '@/lib/browser/data/use-streams';
import { useEventClock } from '@/lib/browser/page/event-clock';
import type { FileSource } from '@/lib/contracts/file-source';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { secondMs } from '@/lib/core/durations';
import { RecordingUpload } from './recording-upload';
import { SourceSettingForm } from './source-setting-form';

interface RecordingFieldsProps {
  eventId: string;
  value: FileSource | null;
  onChange: (file: FileSource) => void;
}

/** The fields that choose a recording to play, its range, and whether it loops. */
export function RecordingFields({ eventId, value, onChange }: RecordingFieldsProps) {
  const [chosenEvent, setChosenEvent] = useState(eventId);
  const { dayToMinute } = useEventClock();
  const events = useEvents();
  const recordings = useRecordings(chosenEvent);
  const mayUpload = useMay('imports.create');
  const ended = (recordings.data ?? []).flatMap(({ id, attributes }) => {
    const { camera_name: name, started_at: startedAt, ended_at: endedAt } = attributes;
    if (endedAt === null) return [];
    const length = durationWords(Date.parse(endedAt) - Date.parse(startedAt));
    return { id, words: `${name} · ${dayToMinute(Date.parse(startedAt))} · ${length}` };
  });
  const file = value ?? noRange;
  const change = (changes: Partial<FileSource>) => onChange({ ...file, ...changes });
  const isEmpty = !recordings.isPending && ended.length === 0;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        label="Event"
        value={chosenEvent}
        onChange={({ currentTarget }) => {
          setChosenEvent(currentTarget.value);
          change({ recording_id: '' });
        }}
      >
        {(events.data ?? []).map(({ id, attributes }) => (
          <option key={id} value={id}>
            {attributes.name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Recording"
        required
        value={file.recording_id}
        onChange={({ currentTarget }) => change({ recording_id: currentTarget.value })}
      >
        <option value="">{isEmpty ? 'No ended recording in this event' : 'Choose a recording'}</option>
        {ended.toReversed().map(({ id, words }) => (
          <option key={id} value={id}>
            {words}
          </option>
        ))}
      </SelectField>
      {mayUpload ? (
        <div className="sm:col-span-2">
          <RecordingUpload
            eventId={chosenEvent}
            onDone={(id, ofEvent) => {
              setChosenEvent(ofEvent);
              change({ recording_id: id });
            }}
          />
        </div>
      ) : null}
      <div className="grid grid-cols-2 gap-3">
        <TimeField
          label="From"
          usual="0:00"
          value={file.from_seconds}
          onChange={(from) => change({ from_seconds: from })}
        />
        <TimeField label="To" usual="end" value={file.to_seconds} onChange={(to) => change({ to_seconds: to })} />
      </div>
      <Checkbox
        className="self-end"
        label="In a loop"
        checked={file.loops}
        onChange={({ currentTarget }) => change({ loops: currentTarget.checked })}
      />
    </div>
  );
}

const noRange: FileSource = { recording_id: '', from_seconds: null, to_seconds: null, loops: true };

interface TimeFieldProps {
  label: string;
  usual: string;
  value: number | null;
  onChange: (seconds: number | null) => void;
}

/** A time since the beginning of the recording. */
function TimeField({ label, usual, value, onChange }: TimeFieldProps) {
  const [text, setText] = useState(value === null ? '' : durationWords(value * secondMs));
  return (
    <Field
      label={label}
      placeholder={usual}
      value={text}
      pattern="(\d+:)?(\d+:)?\d+"
      title="Minutes and seconds since the beginning of the recording, such as 1:30"
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(secondsOf(currentTarget.value));
      }}
    />
  );
}

/** Reads seconds, minutes and seconds, or hours too; null for anything else. */
const secondsOf = (text: string): number | null =>
  /^(\d+:){0,2}\d+$/.test(text) ? text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) : null;

/** The recording that plays as a camera, and a form for another one. */
export function RecordingSource({ stream }: { stream: MemberStreamJson }) {
  const { file: present, event_id: eventId } = stream.attributes;
  const [isEditing, setIsEditing] = useState(false);
  const [file, setFile] = useState<FileSource | null>(null);
  const recordings = useRecordings(eventId, present !== null);
  const { setFile: save } = useStreamMutations();
  const close = () => {
    setIsEditing(false);
    setFile(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!file) return;
    save.mutate(
      { id: stream.id, file },
      { onSuccess: close, onError: toastFailure('Error', 'Failed to update stream') },
    );
  };

  if (present && !isEditing) {
    const played = recordings.data?.find(({ id }) => id === present.recording_id);
    return (
      <div className="grid justify-items-start gap-2">
        <p className="text-sm">
          Plays {played ? `a recording of ${played.attributes.camera_name}` : 'a recording'}
          {rangeWords(present)}, {present.loops ? 'in a loop' : 'once'}.
        </p>
        <Button onClick={() => setIsEditing(true)}>Choose another recording</Button>
      </div>
    );
  }
  return (
    <SourceSettingForm
      action="Save recording"
      isPending={save.isPending}
      onSubmit={submit}
      onCancel={present === null ? null : close}
    >
      <RecordingFields eventId={eventId} value={file} onChange={setFile} />
    </SourceSettingForm>
  );
}

function rangeWords({ from_seconds: from, to_seconds: to }: FileSource): string {
  if (from === null && to === null) return '';
  return ` from ${durationWords((from ?? 0) * secondMs)} to ${to === null ? 'its end' : durationWords(to * secondMs)}`;
}
