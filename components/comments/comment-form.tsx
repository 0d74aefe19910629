'use client';

import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Input, Label, Select } from '@/components/ui/input';
import { isEscape } from '@/lib/browser/page/pressed-key';
import { lengths } from '@/lib/contracts/limits';
import { graphemesOf } from '@/lib/core/graphemes';

/** The fields of the form as somebody has filled them in. */
export interface WrittenComment {
  name: string;
  text: string;
  streamId: string | null;
}

interface CommentFormProps {
  /** The label of the text, which says what it is about. */
  label: string;
  /** Those that a comment can be about; without any, no camera is asked for. */
  cameras: readonly { id: string; name: string }[];
  /** A guest's name as they typed it last; undefined for a member, who has one. */
  guestName?: string;
  action: string;
  hasFocus?: boolean;
  /** Called when somebody begins to write. */
  onBegin?: () => void;
  /** @returns what is wrong, in a sentence; null once it is sent */
  onSend: (comment: WrittenComment) => Promise<string | null>;
  onCancel?: () => void;
}

/** Counting is only worth its cost near the end. */
const nearEnd = lengths.comment.max - 100;

/** The form of a comment. Enter with Ctrl or ⌘ sends it; Escape cancels. */
export function CommentForm({
  label,
  cameras,
  guestName,
  action,
  hasFocus = false,
  onBegin,
  onSend,
  onCancel,
}: CommentFormProps) {
  const id = useId();
  const ref = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (hasFocus) ref.current?.focus();
  }, [hasFocus]);
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const length = text.length > nearEnd ? graphemesOf(text) : 0;
  const isTooLong = length > lengths.comment.max;
  const maySend = !isSending && !isTooLong && text.trim() !== '';

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Ctrl and Enter send the form, whatever its button says.
    if (!maySend) return;
    const form = new FormData(event.currentTarget);
    setSending(true);
    const wrong = await onSend({
      name: String(form.get('name') ?? ''),
      text,
      streamId: String(form.get('camera') ?? '') || null,
    });
    setSending(false);
    setFailure(wrong);
    // Text that was typed since stays.
    if (wrong === null) setText((now) => (now === text ? '' : now));
  };
  const pressKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
    if (isEscape(event.nativeEvent)) onCancel?.();
  };

  return (
    <form onSubmit={(event) => void submit(event)} onKeyDown={pressKey} className="grid gap-2">
      {failure ? <Alert variant="destructive">{failure}</Alert> : null}
      <Label htmlFor={id}>{label}</Label>
      <textarea
        id={id}
        name="text"
        dir="auto"
        rows={2}
        required
        ref={ref}
        value={text}
        onChange={({ target }) => {
          if (text === '') onBegin?.();
          setText(target.value);
        }}
        aria-describedby={length > 0 ? `${id}-left` : undefined}
        aria-invalid={isTooLong || undefined}
        className="field-sizing-content max-h-40 min-h-16 w-full resize-y rounded-md border border-field bg-canvas px-3 py-2 text-base text-ink placeholder:text-faint hover:border-muted aria-invalid:border-failed pointer-coarse:text-md"
      />
      {length > 0 ? (
        <p id={`${id}-left`} className="text-muted text-sm">
          {length} of {lengths.comment.max} characters
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        {guestName === undefined ? null : (
          <Input
            name="name"
            aria-label="Your name"
            placeholder="Your name"
            dir="auto"
            autoComplete="name"
            required
            maxLength={lengths.name.max}
            defaultValue={guestName}
            className="h-8 min-w-32 flex-1 px-2"
          />
        )}
        {cameras.length > 0 ? (
          <Select name="camera" aria-label="Camera" defaultValue="" className="h-8 min-w-32 max-w-56 flex-1 px-2">
            <option value="">Whole show</option>
            {cameras.map((camera) => (
              <option key={camera.id} value={camera.id}>
                {camera.name}
              </option>
            ))}
          </Select>
        ) : null}
        <div className="ml-auto flex gap-2">
          {onCancel ? (
            <Button variant="ghost" onClick={onCancel}>
              Cancel
            </Button>
          ) : null}
          <Button type="submit" variant="primary" disabled={!maySend}>
            {action}
          </Button>
        </div>
      </div>
    </form>
  );
}
