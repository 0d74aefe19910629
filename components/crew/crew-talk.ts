import { createContext, useContext } from 'react';
import type { TalkbackCall } from '@/lib/browser/talkback/talkback-desk';

/** How the pictures of a crew speak to its phones. */
interface CrewTalk {
  /** The phone that was called last; null: none. */
  call: TalkbackCall | null;
  /** Whether that phone hears the director. */
  isHeard: boolean;
  /** Null: this member may not speak to phones. */
  onCall: ((call: TalkbackCall) => void) | null;
}

/** The talkback of the crew's page, for each picture on its board and its map. */
export const CrewTalkContext = createContext<CrewTalk>({ call: null, isHeard: false, onCall: null });

/** The talkback of the crew's page. */
export const useCrewTalk = (): CrewTalk => useContext(CrewTalkContext);
