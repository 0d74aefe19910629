'use client';

import dynamic from 'next/dynamic';
import { useEffect, useRef, useState } from 'react';
import { Confirm } from '@/components/controls/confirm';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import type { CameraAnswer, CameraState } from '@/lib/browser/camera/camera-link';
import type { CameraSession } from '@/lib/browser/camera/camera-session';
import { useWakeLock } from '@/lib/browser/viewer/use-wake-lock';
import { CameraControls } from './camera-controls';
import { CameraTalkback } from './camera-talkback';
import { type CameraWords, cameraWords, deviceWords } from './camera-words';
import { DirectorMessage } from './director-message';
import { useTallyCue } from './use-tally-cue';

// Few phones are replaced while they still work.
const HandOverDialog = dynamic(
  () => import('@/components/phones/hand-over-dialog').then(({ HandOverDialog }) => HandOverDialog),
  { ssr: false },
);
// Few phones answer, and none waits for it.
const AnswerForm = dynamic(() => import('./answer-form').then(({ AnswerForm }) => AnswerForm), { ssr: false });

interface CameraViewfinderProps {
  camera: CameraState;
  session: CameraSession;
}

const frames: Record<CameraWords['tone'], string> = {
  program: 'border-program',
  preview: 'border-preview',
  ready: 'border-transparent',
  waiting: 'border-transparent',
  off: 'border-white/40 border-dashed',
};
const plates: Record<CameraWords['tone'], string> = {
  program: 'bg-program text-white',
  preview: 'bg-preview text-black',
  ready: 'bg-black/70 text-white',
  waiting: 'bg-white text-black',
  off: 'bg-black/70 text-white',
};

const sentShownMs = 6_000;
/** A longer word gets smaller letters, so that it fits beside the name. */
const maxShortWord = 8;

/** A phone that films: the picture, whether it is on air, and what the director says. */
export function CameraViewfinder({ camera, session }: CameraViewfinderProps) {
  const { capture, publisher, figures } = session;
  const videoRef = useRef<HTMLVideoElement>(null);
  const [isDim, setDim] = useState(false);
  const [isAnswering, setAnswering] = useState(false);
  const [isHandingOver, setHandingOver] = useState(false);
  const [isAskedToStop, setAskedToStop] = useState(false);
  const { answer } = session.link;
  const hasMessage = camera.message !== null && !camera.message.is_acknowledged;
  const [isUpright, setUpright] = useState(false);
  const stream = capture.state.status === 'capturing' ? capture.state.stream : null;
  const words = cameraWords({
    camera,
    capture: capture.state,
    connection: publisher.connection,
    codec: figures.codec,
    isUpright,
    isTooSlow: capture.isBehind || figures.isTooSlow,
  });
  useWakeLock();
  const { isFlashing } = useTallyCue({
    tally: camera.tally,
    messageId: camera.message?.id ?? null,
    hasHeadphones: session.talkback.hasHeadphones,
  });
  useEffect(() => {
    const video = videoRef.current;
    if (video) return capture.watch(video);
  }, [capture]);
  useEffect(() => {
    const video = videoRef.current;
    const update = () => setUpright(video !== null && video.videoHeight > video.videoWidth);
    // Also each time that the phone is turned.
    video?.addEventListener('resize', update);
    return () => video?.removeEventListener('resize', update);
  }, []);
  useEffect(() => {
    const video = videoRef.current;
    // The last picture stays while the camera is away.
    if (video && stream) video.srcObject = stream;
  }, [stream]);
  return (
    <main className="dark fixed inset-0 grid select-none overflow-hidden bg-black text-white forced-color-adjust-none">
      <video
        ref={videoRef}
        autoPlay
        muted
        playsInline
        data-testid="camera-preview"
        aria-label="What this phone films"
        className={cn('absolute inset-0 size-full object-contain', capture.choice.facing === 'user' && '-scale-x-100')}
      />
      {isDim ? (
        <button
          type="button"
          aria-label="Brighten the screen"
          onClick={() => setDim(false)}
          className="absolute inset-0 z-10 grid place-items-end justify-center bg-black/95 pb-8 text-white/75"
        >
          Filming. Tap to brighten.
        </button>
      ) : null}
      <div
        aria-hidden
        className={cn('pointer-events-none absolute inset-0 z-20 border-[max(0.75rem,2vmin)]', frames[words.tone])}
      />
      {isFlashing ? (
        <div aria-hidden data-testid="flash" className="pointer-events-none absolute inset-0 z-30 bg-white/80" />
      ) : null}
      <div className="pointer-events-none relative z-20 grid grid-cols-[minmax(0,1fr)] content-between p-[max(1.25rem,3vmin)]">
        <header className="flex items-start gap-3">
          <div className="grid min-w-0 flex-1 justify-items-start gap-1">
            <h1 className="sr-only">{camera.name}</h1>
            <p
              role="status"
              data-testid="camera-state"
              className={cn(
                'rounded-md px-4 py-2 font-semibold leading-none',
                words.word.length > maxShortWord ? 'text-[min(6vw,2.75rem)]' : 'text-[min(9vw,2.75rem)]',
                plates[words.tone],
              )}
            >
              {words.word}
            </p>
            {words.hint ? <p className="max-w-md rounded-md bg-black/70 px-3 py-1.5 text-md">{words.hint}</p> : null}
          </div>
          <div className="grid max-w-[45%] justify-items-end gap-1 text-right">
            <p dir="auto" className="max-w-full truncate rounded-md bg-black/70 px-3 py-1.5 font-medium text-md">
              {camera.name}
            </p>
            <p className="rounded-md bg-black/70 px-2 py-1 font-mono text-sm tabular-nums empty:hidden">
              {deviceWords(figures).map((words) => (
                <span key={words} className="block whitespace-nowrap">
                  {words}
                </span>
              ))}
            </p>
            {isDim ? null : (
              <Button
                className="pointer-events-auto h-11 bg-black/70 hover:bg-black"
                onClick={() => setAskedToStop(true)}
              >
                Stop filming
              </Button>
            )}
          </div>
        </header>
        <div className="pointer-events-auto grid justify-items-center gap-3">
          {capture.state.status === 'denied' || capture.state.status === 'missing' ? (
            <Button variant="primary" className="h-14 px-6 text-md" onClick={() => void capture.start()}>
              Try again
            </Button>
          ) : null}
          {publisher.connection === 'elsewhere' ? (
            <Button variant="primary" className="h-14 px-6 text-md" onClick={() => publisher.renew()}>
              Film here
            </Button>
          ) : null}
          {camera.message && !camera.message.is_acknowledged ? (
            <DirectorMessage
              message={camera.message}
              onSeen={(id) => session.link.acknowledge(id)}
              onTell={(text) => session.tell(text)}
            />
          ) : null}
          {isDim ? null : <CameraTalkback talkback={session.talkback} />}
          {answer && !isDim ? <SentAnswer key={answer.id} answer={answer} /> : null}
          {isDim ? null : isAnswering ? (
            <AnswerForm onTell={(text) => session.tell(text)} onClose={() => setAnswering(false)} />
          ) : (
            <CameraControls
              className={hasMessage ? '[@media(max-height:480px)]:hidden' : undefined}
              capture={capture}
              stream={stream}
              position={session.position}
              isMuted={session.talkback.isMicrophoneMuted}
              onMute={(isMuted) => session.mute(isMuted)}
              onAnswer={() => setAnswering(true)}
              onDim={() => setDim(true)}
            />
          )}
        </div>
      </div>
      {isHandingOver ? (
        <HandOverDialog name={camera.name} make={() => session.link.handOver()} onClose={() => setHandingOver(false)} />
      ) : null}
      <Confirm
        open={isAskedToStop}
        onOpenChange={setAskedToStop}
        question={camera.tally === 'program' ? 'You are on air. Stop filming?' : 'Stop filming?'}
        consequence="The show loses your picture and sound. You can film again by this page."
        action="Stop filming"
        onConfirm={() => void session.stop()}
        alternative={{ action: 'Hand to another phone', onChoose: () => setHandingOver(true) }}
      />
    </main>
  );
}

/** The person's last text, until the director has had it for a while. */
function SentAnswer({ answer: { text, isSent } }: { answer: CameraAnswer }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isSent) return;
    const timer = setTimeout(() => setOver(true), sentShownMs);
    return () => clearTimeout(timer);
  }, [isSent]);
  if (isOver) return null;
  return (
    <p role="status" className="max-w-full truncate rounded-md bg-black/70 px-3 py-1.5 text-sm">
      {isSent ? 'Sent' : 'Sending'}: <span dir="auto">{text}</span>
    </p>
  );
}
