'use client';

import type { ReactNode } from 'react';
import { SelectField } from '@/components/controls/field';
import { audioTrackWords, programWords } from '@/components/controls/media-words';
import { detailsOr } from '@/lib/browser/api/error-text';
import { useStreamMutations } from '@/lib/browser/data/use-streams';
import { toast } from '@/lib/browser/page/toast';
import type { MemberStreamJson } from '@/lib/contracts/streams';

const automatic = 'automatic';

/** Which program and which audio track are taken of a camera that sends several; nothing for any other camera. */
export function FeedChoices({ stream }: { stream: MemberStreamJson }) {
  const { media, program, audio_track: audioTrack } = stream.attributes;
  const { chooseFeed } = useStreamMutations();
  const {
    programs = [],
    audio_tracks: audioTracks = [],
    program: takenProgram,
    audio_track: takenTrack,
  } = media?.choices ?? {};

  const choose = (choice: { program: number | null } | { audio_track: number | null }) =>
    chooseFeed.mutate(
      { id: stream.id, choice },
      { onError: (error) => toast.error('Error', { description: detailsOr(error, 'Failed to update stream') }) },
    );

  return (
    <>
      {programs.length > 1 ? (
        <Choice
          label="Program"
          value={program}
          taken={`Program ${takenProgram}`}
          isOffered={programs.some(({ number }) => number === program)}
          onChoose={(next) => choose({ program: next })}
        >
          {programs.map((one) => (
            <option key={one.number} value={one.number}>
              {programWords(one)}
            </option>
          ))}
        </Choice>
      ) : null}
      {audioTracks.length > 1 ? (
        <Choice
          label="Audio track"
          value={audioTrack}
          taken={`Track ${takenTrack}`}
          isOffered={audioTrack !== null && audioTrack <= audioTracks.length}
          onChoose={(next) => choose({ audio_track: next })}
        >
          {audioTracks.map((track, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a track is its place
            <option key={index} value={index + 1}>
              {audioTrackWords(track, index)}
            </option>
          ))}
        </Choice>
      ) : null}
    </>
  );
}

interface ChoiceProps {
  label: string;
  /** Null: automatic. */
  value: number | null;
  /** The present choice, in words. */
  taken: string;
  /** The camera sends what was chosen. */
  isOffered: boolean;
  onChoose: (value: number | null) => void;
  children: ReactNode;
}

function Choice({ label, value, taken, isOffered, onChoose, children }: ChoiceProps) {
  return (
    <SelectField
      label={label}
      value={value ?? automatic}
      onChange={({ currentTarget }) => onChoose(currentTarget.value === automatic ? null : Number(currentTarget.value))}
    >
      <option value={automatic}>{value === null ? `Automatic (${taken})` : 'Automatic'}</option>
      {children}
      {value !== null && !isOffered ? <option value={value}>{`${label} ${value} (not sent)`}</option> : null}
    </SelectField>
  );
}
