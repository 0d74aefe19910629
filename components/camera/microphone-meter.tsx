import { useEffect, useRef } from 'react';
import { cn } from '@/components/ui/cn';

const intervalMs = 60;
/** The bar begins at this level. */
const lowestDbfs = -60;

/** The microphone's level as it leaves the phone, so that its person sees that it hears something. */
export function MicrophoneMeter({ track, isMuted }: { track: MediaStreamTrack; isMuted: boolean }) {
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const context = new AudioContext({ latencyHint: 'playback' });
    const analyser = new AnalyserNode(context, { fftSize: 4096 });
    const source = context.createMediaStreamSource(new MediaStream([track]));
    source.connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const timer = setInterval(() => {
      // A page that was loaded again has to be touched first.
      if (context.state === 'suspended') void context.resume();
      analyser.getFloatTimeDomainData(samples);
      const peak = samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
      const share = Math.min(1, Math.max(0, 1 - (20 * Math.log10(peak + 1e-9)) / lowestDbfs));
      if (bar.current) bar.current.style.transform = `scaleY(${share})`;
    }, intervalMs);
    return () => {
      clearInterval(timer);
      source.disconnect();
      void context.close();
    };
  }, [track]);
  return (
    <span
      aria-hidden
      data-testid="microphone-meter"
      className="absolute inset-y-1 right-1 flex w-1.5 items-end overflow-hidden rounded-full bg-white/25"
    >
      <span ref={bar} className={cn('size-full origin-bottom scale-y-0', isMuted ? 'bg-transparent' : 'bg-white')} />
    </span>
  );
}
