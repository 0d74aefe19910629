import type { CameraState } from '@/lib/browser/camera/camera-link';

interface DirectorMessageProps {
  message: NonNullable<CameraState['message']>;
  /** The person has read it. */
  onSeen: (id: string) => void;
}

/** Shows the director's text, large, until the person taps it. */
export function DirectorMessage({ message, onSeen }: DirectorMessageProps) {
  return (
    <section
      aria-label="Director"
      className="grid w-full max-w-2xl gap-3 rounded-lg bg-white p-5 text-black shadow-float"
    >
      <p role="alert" dir="auto" className="wrap-anywhere font-semibold text-[min(7vw,2rem)] leading-tight">
        {message.text}
      </p>
      <button
        type="button"
        onClick={() => onSeen(message.id)}
        className="min-h-14 justify-self-end rounded-md bg-black px-8 font-medium text-md text-white"
      >
        Got it
      </button>
    </section>
  );
}
