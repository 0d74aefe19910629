import type { DeskMicrophone } from '@/lib/browser/talkback/talkback-desk';

interface Desk {
  microphone: DeskMicrophone;
  isConnected: boolean;
  hasPhones: boolean;
  /** The names of cameras whose people speak. */
  speakers: string[];
  /** The names of cameras that hear the director; null: all. */
  heard: string[] | null;
  isHeld: boolean;
}

/** The director's talkback in words, the most urgent first; empty while nobody speaks. */
export function deskWords({ microphone, isConnected, hasPhones, speakers, heard, isHeld }: Desk): string {
  if (microphone === 'denied')
    return 'This browser blocks the microphone. Allow it for this site, then open Talkback again.';
  if (microphone === 'missing') return 'No microphone found. Connect one, then open Talkback again.';
  if (!isConnected) return 'Connecting…';
  const crew = speakers.length > 0 ? `${listOf(speakers)} ${speakers.length === 1 ? 'speaks' : 'speak'}` : '';
  const own = isHeld ? `Talking to ${heard ? listOf(heard) : 'all phones'}` : '';
  if (crew || own) return [own, crew].filter(Boolean).join(' · ');
  return hasPhones ? '' : 'No phone is in the talkback yet.';
}

const list = new Intl.ListFormat('en');
const listOf = (names: string[]): string => list.format(names);
