'use client';

import { Flashlight, MapPin, Maximize, MessageSquare, Mic, MicOff, Moon, SwitchCamera } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { pressedClass } from '@/components/ui/button-variants';
import { cn } from '@/components/ui/cn';
import { Select } from '@/components/ui/input';
import type { CameraCapture } from '@/lib/browser/camera/camera-capture';
import { readLensAbilities, setLens } from '@/lib/browser/camera/lens';
import type { PositionShare } from '@/lib/browser/camera/position-share';
import { holdScreen, useIsFullscreen } from '@/lib/browser/page/fullscreen';
import { MicrophoneMeter } from './microphone-meter';

interface CameraControlsProps {
  capture: CameraCapture;
  /** The present capture; null while the camera is away. */
  stream: MediaStream | null;
  position: PositionShare;
  isMuted: boolean;
  onMute: (isMuted: boolean) => void;
  /** The person wants to tell the director something. */
  onAnswer: () => void;
  onDim: () => void;
  className?: string | undefined;
}

/** A row of its own on a phone that is held upright. */
const deviceChoice = 'order-first col-span-full h-11 sm:order-none sm:w-36';

/** Lens, microphone, size, torch, zoom and the screen: what of it this device has. */
export function CameraControls({
  capture,
  stream,
  position,
  isMuted,
  onMute,
  onAnswer,
  onDim,
  className,
}: CameraControlsProps) {
  const devices = useDevices(stream);
  const track = stream?.getVideoTracks()[0];
  const microphone = stream?.getAudioTracks()[0];
  const { zoom, hasTorch, hasFullHd } = readLensAbilities(track);
  const [isTorchOn, setTorchOn] = useState(false);
  const lenses = devices.filter(({ kind }) => kind === 'videoinput');
  const microphones = devices.filter(({ kind }) => kind === 'audioinput');
  const { choice } = capture;
  const isFullscreen = useIsFullscreen(useRef(document.documentElement));
  const turn = () => void capture.choose({ facing: choice.facing === 'user' ? 'environment' : 'user', lensId: null });
  const light = async () => {
    if (track && (await setLens(track, { torch: !isTorchOn }))) setTorchOn(!isTorchOn);
  };
  return (
    <fieldset
      aria-label="Camera"
      className={cn(
        'grid max-w-full grid-cols-4 items-center gap-2 rounded-lg bg-black/70 p-2 sm:flex sm:flex-wrap sm:justify-center',
        className,
      )}
    >
      {microphone ? (
        <ControlButton
          label="Mute the microphone"
          word={isMuted ? 'Muted' : 'Mute'}
          isPressed={isMuted}
          onClick={() => onMute(!isMuted)}
        >
          {isMuted ? <MicOff aria-hidden /> : <Mic aria-hidden />}
          <MicrophoneMeter track={microphone} isMuted={isMuted} />
        </ControlButton>
      ) : null}
      <ControlButton label="Text to the director" word="Text" onClick={onAnswer}>
        <MessageSquare aria-hidden />
      </ControlButton>
      <ControlButton label="Turn the camera around" word="Turn" onClick={turn}>
        <SwitchCamera aria-hidden />
      </ControlButton>
      {lenses.length > 1 ? (
        <Select
          aria-label="Lens"
          value={track?.getSettings().deviceId ?? ''}
          onChange={({ target }) => void capture.choose({ lensId: target.value })}
          className={deviceChoice}
        >
          {lenses.map(({ deviceId, label }, index) => (
            <option key={deviceId} value={deviceId}>
              {label || `Lens ${index + 1}`}
            </option>
          ))}
        </Select>
      ) : null}
      {microphones.length > 1 ? (
        <Select
          aria-label="Microphone"
          value={microphone?.getSettings().deviceId ?? ''}
          onChange={({ target }) => void capture.choose({ microphoneId: target.value })}
          className={deviceChoice}
        >
          {microphones.map(({ deviceId, label }, index) => (
            <option key={deviceId} value={deviceId}>
              {label || `Microphone ${index + 1}`}
            </option>
          ))}
        </Select>
      ) : null}
      {zoom && track ? (
        <label className="col-span-full flex h-11 items-center gap-2 px-2 text-sm">
          Zoom
          <input
            type="range"
            min={zoom.min}
            max={zoom.max}
            step={zoom.step}
            defaultValue={zoom.now}
            onChange={({ target }) => void setLens(track, { zoom: Number(target.value) })}
            className="w-28 grow accent-white"
          />
        </label>
      ) : null}
      {hasFullHd && !capture.isTooSlow ? (
        <Button
          aria-pressed={choice.lines === 1080}
          className={cn(pressedClass, 'h-13 min-w-15 justify-center px-0')}
          onClick={() => void capture.choose({ lines: choice.lines === 1080 ? 720 : 1080 })}
        >
          1080p
        </Button>
      ) : null}
      {hasTorch ? (
        <ControlButton label="Light" word="Light" isPressed={isTorchOn} onClick={() => void light()}>
          <Flashlight aria-hidden />
        </ControlButton>
      ) : null}
      <ControlButton
        label={position.state === 'asking' ? 'Finding your position…' : 'Share your position with the director'}
        word="Position"
        isPressed={position.state === 'on' || position.state === 'asking'}
        onClick={() => (position.state === 'off' || position.state === 'denied' ? position.start() : position.stop())}
      >
        <MapPin aria-hidden />
      </ControlButton>
      {position.state === 'denied' ? (
        <p role="alert" className="col-span-full text-center text-sm sm:basis-full">
          This browser blocks your position. Allow it in the browser’s settings.
        </p>
      ) : null}
      {document.fullscreenEnabled ? (
        <ControlButton
          label="Fill the screen and hold its orientation"
          word="Fill"
          isPressed={isFullscreen}
          onClick={() => void holdScreen(document.documentElement)}
        >
          <Maximize aria-hidden />
        </ControlButton>
      ) : null}
      {capture.isTooSlow ? (
        <p role="status" className="col-span-full text-center text-sm sm:basis-full">
          This phone is too slow for 1080p, so it films 720p.
        </p>
      ) : null}
      <ControlButton label="Dim the screen" word="Dim" onClick={onDim}>
        <Moon aria-hidden />
      </ControlButton>
    </fieldset>
  );
}

interface ControlButtonProps {
  /** The whole name, which has the word below the icon in it. */
  label: string;
  word: string;
  isPressed?: boolean;
  onClick: () => void;
  children: ReactNode;
}

const ControlButton = ({ label, word, isPressed, onClick, children }: ControlButtonProps) => (
  <Button
    aria-label={label}
    aria-pressed={isPressed}
    className={cn(pressedClass, 'relative h-13 min-w-15 flex-col justify-center gap-0.5 px-0')}
    onClick={onClick}
  >
    {children}
    <span className="text-xs">{word}</span>
  </Button>
);

/** The device's lenses and microphones. Browsers name them once a capture is allowed. */
function useDevices(stream: MediaStream | null): MediaDeviceInfo[] {
  const [devices, setDevices] = useState<MediaDeviceInfo[]>([]);
  useEffect(() => {
    if (!stream) return;
    let isOver = false;
    const read = async () => {
      const found = await navigator.mediaDevices.enumerateDevices();
      if (!isOver) setDevices(found);
    };
    void read();
    navigator.mediaDevices.addEventListener('devicechange', read);
    return () => {
      isOver = true;
      navigator.mediaDevices.removeEventListener('devicechange', read);
    };
  }, [stream]);
  return devices;
}
