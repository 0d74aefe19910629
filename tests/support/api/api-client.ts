import type { z } from 'zod';
import { checkAnswer } from '@/lib/browser/api/check-answer';
import type { Rest } from '@/lib/browser/api/send-request';
import type { SignUpInput } from '@/lib/contracts/accounts';
import type { Address, EndpointName, Method, NameAt } from '@/lib/contracts/api/addresses';
import type { Declarations } from '@/lib/contracts/api/declarations';

type AnswerOf<Name extends EndpointName> = Declarations[Name] extends { reply: infer Schema extends z.ZodType }
  ? z.infer<Schema>
  : undefined;

/** The answer of an endpoint to members: its `data`, or the whole where it has no envelope. */
export type DataAt<A extends Address> = AnswerOf<NameAt<A>> extends { data: infer Data } ? Data : AnswerOf<NameAt<A>>;

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: object;
  signal?: AbortSignal;
}

/** Calls the API of a running product: as a user, by an API token, or as a stranger, who has no token. */
export class ApiClient {
  constructor(
    readonly baseUrl: string,
    readonly token: string | null = null,
    readonly headers: Record<string, string> = {},
  ) {}

  static async logIn(baseUrl: string, { email, password }: { email: string; password: string }): Promise<ApiClient> {
    const { token } = await new ApiClient(baseUrl).call('POST /auth/login', { body: { user: { email, password } } });
    return new ApiClient(baseUrl, token);
  }

  /** Signs up the owner of a new organization, and logs in. */
  static async ofNewOrganization(
    baseUrl: string,
    user: SignUpInput['user'],
    organization = 'Northwind',
  ): Promise<ApiClient> {
    await new ApiClient(baseUrl).call('POST /auth/signup', { body: { organization: { name: organization }, user } });
    return ApiClient.logIn(baseUrl, user);
  }

  /** Calls an endpoint as its contract has it. @returns its data @throws Error for any refusal, or another answer */
  async call<A extends Address>(address: A, ...rest: Rest<NameAt<A>>): Promise<DataAt<A>> {
    const response = await this.ask(address, ...rest);
    const text = await response.text();
    if (!response.ok) throw new Error(`${address}: ${response.status} ${text}`);
    const answer = text ? JSON.parse(text) : undefined;
    await checkAnswer(address, answer);
    return answer !== undefined && 'data' in answer ? answer.data : answer;
  }

  /** Calls an endpoint whatever it answers. */
  ask<A extends Address>(address: A, ...rest: Rest<NameAt<A>>): Promise<Response> {
    const { params = {}, query = {}, body, signal }: Parts = rest[0] ?? {};
    const [method, path = ''] = address.split(' ') as [Method, string];
    const place = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    return this.send(method, search.size > 0 ? `${place}?${search}` : place, { body, signal });
  }

  /** Sends a request that no contract describes. @param path below /api/v1 */
  send(method: Method, path: string, { body, signal }: Pick<Parts, 'body' | 'signal'> = {}): Promise<Response> {
    const headers = new Headers(this.headers);
    if (this.token) headers.set('authorization', `Bearer ${this.token}`);
    if (body) headers.set('content-type', 'application/json');
    return fetch(`${this.baseUrl}/api/v1${path}`, { method, headers, body: body && JSON.stringify(body), signal });
  }
}
