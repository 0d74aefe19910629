import type { AccountJson, LogInInput, SignUpInput } from '@/lib/contracts/accounts';
import { backoffMs } from '@/lib/core/backoff';
import { Store } from '../store';
import type { api } from './api-client';
import { ApiError } from './api-error';
import { dataOf } from './send-request';
import type { TokenStore } from './token-store';

/** This browser's auth session. */
export type BrowserSession =
  /** Not known yet: the stored token is being checked. */
  | { status: 'checking' }
  /** There is a token, but the server cannot say whether it is valid. The check is repeated. */
  | { status: 'unreachable' }
  | { status: 'signed-out' }
  | ({ status: 'signed-in' } & AccountJson);

export interface AuthSessionStore {
  get(): BrowserSession;
  subscribe(listener: () => void): () => void;
  /** @throws ApiError */
  logIn(input: LogInInput): Promise<void>;
  /** Creates the account and logs in. @throws ApiError */
  signUp(input: SignUpInput): Promise<void>;
  /** Reads again who is signed in, because their role has changed. */
  refresh(): Promise<void>;
  /** Shows the signed-in user's changed account. */
  show(account: AccountJson): void;
  logOut(): void;
}

/**
 * Tells who is signed in. Where the current-user call is refused (4xx), the token is dropped and the browser session
 * ends. No answer, or a server fault (5xx), says nothing about the token: it is kept, and the call is repeated.
 */
export function createAuthSessionStore(call: typeof api, tokens: TokenStore): AuthSessionStore {
  const session = new Store<BrowserSession>({ status: 'checking' });
  let sessionToken: string | null = null;
  let stop: (() => void) | undefined;

  async function check(token: string, attempt = 0): Promise<void> {
    try {
      const account = await call('GET /auth/me');
      if (tokens.get() === token) session.set({ status: 'signed-in', ...account });
    } catch (error) {
      if (tokens.get() !== token) return;
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
        tokens.drop(token);
        return;
      }
      session.set({ status: 'unreachable' });
      setTimeout(
        () => {
          if (tokens.get() === token) void check(token, attempt + 1);
        },
        backoffMs(attempt, { firstMs: 1_000, capMs: 5_000 }),
      );
    }
  }

  const onTokenChange = () => {
    const token = tokens.get();
    if (token === sessionToken && session.get().status !== 'checking') return;
    sessionToken = token;
    if (!token) return session.set({ status: 'signed-out' });
    session.set({ status: 'checking' });
    void check(token);
  };

  async function logIn(input: LogInInput): Promise<void> {
    const { token, ...account } = dataOf(await call('POST /auth/login', { body: input }));
    sessionToken = token;
    session.set({ status: 'signed-in', ...account });
    tokens.set(token);
  }

  return {
    get: session.get,

    subscribe(listener) {
      const unsubscribe = session.subscribe(listener);
      if (!stop) {
        stop = tokens.subscribe(onTokenChange);
        onTokenChange();
      }
      return unsubscribe;
    },

    logIn,

    async signUp(input) {
      await call('POST /auth/signup', { body: input });
      try {
        await logIn({ user: { email: input.user.email, password: input.user.password } });
      } catch (cause) {
        // Sent again, the form would be refused, because the account exists.
        throw new ApiError(503, 'Your account is ready. Sign in to use it.', 'unavailable', undefined, { cause });
      }
    },

    async refresh() {
      const token = tokens.get();
      if (token) await check(token);
    },

    show(account) {
      if (session.get().status === 'signed-in') session.set({ status: 'signed-in', ...account });
    },

    logOut() {
      const token = tokens.get();
      if (!token) return;
      // The browser session ends whatever the server says; a token that could not be revoked expires.
      call('POST /auth/logout').catch(() => undefined);
      tokens.drop(token);
    },
  };
}
