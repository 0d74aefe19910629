import type { CameraState } from '@/lib/browser/camera/camera-link';

/** Answers for one press. */
const shortAnswers = ['Yes', 'No'];

interface DirectorMessageProps {
  message: NonNullable<CameraState['message']>;
  /** The person has read it. */
  onSeen: (id: string) => void;
  /** The person answers, and has read it. Missing on pages that send no texts. */
  onTell?: (text: string) => void;
}

/** Shows the director's text, large, until the person taps it. */
export function DirectorMessage({ message, onSeen, onTell }: DirectorMessageProps) {
  return (
    <section
      aria-label="Director"
      className="grid w-full max-w-2xl gap-3 rounded-lg bg-white p-5 text-black shadow-float"
    >
      <p role="alert" dir="auto" className="wrap-anywhere font-semibold text-[min(7vw,2rem)] leading-tight">
        {message.text}
      </p>
      <div className="flex justify-end gap-2">
        {(onTell ? shortAnswers : []).map((text) => (
          <button
            key={text}
            type="button"
            onClick={() => onTell?.(text)}
            className="min-h-14 rounded-md border border-black px-5 font-medium text-md"
          >
            {text}
          </button>
        ))}
        <button
          type="button"
          onClick={() => onSeen(message.id)}
          className="min-h-14 rounded-md bg-black px-6 font-medium text-md text-white"
        >
          Got it
        </button>
      </div>
    </section>
  );
}
