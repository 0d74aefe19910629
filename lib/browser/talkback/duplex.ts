/** How long a voice that has ended may still sound from the speaker. */
export const tailMs = 500;

interface Ways {
  /** The director's voice arrives. */
  directorSpeaks: boolean;
  /** The person holds the button. */
  wantsToSpeak: boolean;
  /** The speaker is not beside the microphone. */
  hasHeadphones: boolean;
}

/** The open ways of a phone. */
export interface OpenWays {
  /** The person's voice goes to the director. */
  speaks: boolean;
  /** The director's voice sounds. */
  playsDirector: boolean;
  /** The show must not hear the microphone now. */
  closesCamera: boolean;
}

/**
 * Decides which way a phone's talkback is open. Without headphones it is one at a time, first come, first served: the
 * microphone would send the speaker's sound on. Words to the director never go to the show.
 */
export class Duplex {
  #holder: 'director' | 'crew' | null = null;
  #directorSpokeAtMs = Number.NEGATIVE_INFINITY;

  decide({ directorSpeaks, wantsToSpeak, hasHeadphones }: Ways, nowMs = performance.now()): OpenWays {
    if (directorSpeaks && this.#holder !== 'crew') this.#directorSpokeAtMs = nowMs;
    const soundsOn = nowMs - this.#directorSpokeAtMs < tailMs;
    if (this.#holder === 'crew' && !wantsToSpeak) this.#holder = null;
    if (this.#holder === 'director' && !soundsOn) this.#holder = null;
    this.#holder ??= directorSpeaks || soundsOn ? 'director' : wantsToSpeak ? 'crew' : null;
    if (hasHeadphones) return { speaks: wantsToSpeak, playsDirector: true, closesCamera: wantsToSpeak };
    const speaks = this.#holder === 'crew';
    return { speaks, playsDirector: !speaks, closesCamera: this.#holder !== null };
  }
}
