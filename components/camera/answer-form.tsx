'use client';

import { X } from 'lucide-react';
import type { FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { lengths } from '@/lib/contracts/limits';

/** Answers for one press, because the other hand holds the phone. */
const readyAnswers = ['Yes', 'No', 'One moment', "I can't hear you", 'Battery is low', 'I need help'];

interface AnswerFormProps {
  onTell: (text: string) => void;
  onClose: () => void;
}

/** A text to the director: a ready one, or the person's own. */
export function AnswerForm({ onTell, onClose }: AnswerFormProps) {
  const tell = (text: string) => {
    onTell(text);
    onClose();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text') ?? '').trim();
    if (text !== '') tell(text);
  };
  return (
    <section aria-label="Text to the director" className="grid w-full max-w-2xl gap-2 rounded-lg bg-black/85 p-3">
      <div className="flex flex-wrap gap-2">
        {readyAnswers.map((text) => (
          <Button key={text} className="h-11 flex-1 text-md" onClick={() => tell(text)}>
            {text}
          </Button>
        ))}
      </div>
      <form onSubmit={submit} className="flex gap-2">
        <Input
          name="text"
          aria-label="Your own text"
          placeholder="Your own text"
          maxLength={lengths.crewMessage.max}
          autoComplete="off"
          enterKeyHint="send"
          required
          className="h-11 min-w-0 flex-1 text-md"
        />
        <Button type="submit" variant="primary" className="h-11 text-md">
          Send
        </Button>
        <Button size="icon" aria-label="Close" className="size-11" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </form>
    </section>
  );
}
