import type { z } from 'zod';
import type { createGuestCommentInputSchema } from '@/lib/contracts/comments';
import type { ShareJson } from '@/lib/contracts/share-links';
import { ApiError } from '../api/api-error';
import { sendRequest } from '../api/send-request';
import type { FetchCredentials } from '../room/event-room';
import { Store } from '../store';

type GuestComment = Omit<z.input<typeof createGuestCommentInputSchema>['comment'], 'secret' | 'viewer'>;

export type Share = ShareJson['attributes'];

/** The state of a share link on this page. */
export type ShareState =
  | { status: 'opening' }
  | { status: 'open'; share: Share }
  /** `offer` says who shares what, and `message` what is wrong with the given password. */
  | { status: 'password'; offer: string; message: string | null }
  /** The server's sentence, or ours where there was no answer. `canRetry`: it may open later. */
  | { status: 'refused'; message: string; canRetry: boolean };

/** Storage key of the proof that the link has let this page in, kept across a reload. */
const viewerKey = 'sl_share_viewer';

const final = ['not_found', 'gone', 'invalid_input'];

/** Opens a share link by its secret, and keeps it open: for a page without an account. */
export class ShareAccess {
  readonly #secret: string;
  readonly #state = new Store<ShareState>({ status: 'opening' });
  /** Proof of an earlier entry: the link asks for no password again, and the viewer keeps their place. */
  #viewer: string | undefined;

  /** @param secret what follows the # in the link */
  constructor(secret: string) {
    this.#secret = secret;
  }

  get state(): ShareState {
    return this.#state.get();
  }

  /** Calls the listener when the state changes. @returns a function that removes the listener */
  subscribe = this.#state.subscribe;

  /**
   * Opens the link, or asks again for what it gives: its cameras may have changed, and it may have been revoked. A link
   * that is open stays so where the server cannot be asked.
   * @returns what it gives; null where it gives nothing at the moment
   */
  async open(password?: string): Promise<Share | null> {
    try {
      this.#viewer ??= readViewer();
      const body = { share: { secret: this.#secret, password, viewer: this.#viewer } };
      const { attributes } = (await sendRequest('POST /share', null, { body })).data;
      this.#viewer = attributes.viewer;
      this.#state.set({ status: 'open', share: attributes });
      return attributes;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#refuse(error, password !== undefined);
      return null;
    }
  }

  /** Sends a comment of the guest, and shows it at once. @throws ApiError */
  comment = async (comment: GuestComment): Promise<void> => {
    const body = { comment: { ...comment, secret: this.#secret, viewer: this.#viewer ?? '' } };
    const { data } = await sendRequest('POST /share/comments', null, { body });
    const { state } = this;
    if (state.status !== 'open') return;
    const comments = [...(state.share.comments ?? []).filter(({ id }) => id !== data.id), data];
    this.#state.set({ status: 'open', share: { ...state.share, comments } });
  };

  /** Stores what a reload of the page needs. */
  keepViewer = (): void => {
    try {
      if (this.#viewer) sessionStorage.setItem(viewerKey, this.#viewer);
    } catch {
      // The browser forbids storage: the page that is loaded again comes as a new viewer.
    }
  };

  /** For the link's room: what the link gave when it was opened, and from then on what it gives now. */
  fetchCredentials: FetchCredentials = async (connection) => {
    const opened = connection === 'first' && this.state.status === 'open' ? this.state.share : await this.open();
    if (opened?.livekit_token) return { url: opened.livekit_url, token: opened.livekit_token };
    if (this.state.status === 'open') throw new Error('The server cannot be asked for a room token');
    return null;
  };

  #refuse({ code, message, status }: ApiError, isPasswordGiven: boolean): void {
    const isTemporary = status === 0 || status === 429 || status >= 500;
    if (isTemporary && this.state.status === 'open') return;
    if (code === 'password_required') {
      const offer = this.state.status === 'password' ? this.state.offer : isPasswordGiven ? '' : message;
      this.#state.set({ status: 'password', offer, message: isPasswordGiven ? message : null });
    } else if (this.state.status === 'password' && isTemporary) {
      this.#state.set({ status: 'password', offer: this.state.offer, message });
    } else {
      this.#state.set({
        status: 'refused',
        message: message || 'This link does not open.',
        canRetry: !final.includes(code),
      });
    }
  }
}

/** Once: a copy of this tab must not come as the same viewer, because LiveKit disconnects the older of two. */
function readViewer(): string | undefined {
  try {
    const viewer = sessionStorage.getItem(viewerKey) ?? undefined;
    sessionStorage.removeItem(viewerKey);
    return viewer;
  } catch {
    // The browser forbids storage: this page is a new viewer.
    return undefined;
  }
}
