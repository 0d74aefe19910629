import type { IncomingMessage } from 'node:http';
import { get, type RequestOptions } from 'node:https';
import type { V1Pod, V1PodList, V1PodTemplateSpec, V1Secret } from '@kubernetes/client-node';
import { parseJson } from '@/lib/core/parse-json';

const requestTimeoutMs = 10_000;
/** The server ends a watch then, and the next one begins. */
const watchSeconds = 240;
/** The server sends a bookmark about once a minute; a connection without any is dead. */
const silentTimeoutMs = 90_000;

/** An answer of the API server that is no success, or none at all (status 0). */
export class KubernetesApiError extends Error {
  readonly status: number;
  /** One word of the server's, such as AlreadyExists. */
  readonly reason: string;

  constructor(status: number, reason: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'KubernetesApiError';
    this.status = status;
    this.reason = reason;
  }
}

/** https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes */
export interface WatchEvent {
  type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  object: V1Pod;
}

/** The driver's requests to an API server, in one namespace. All throw {@link KubernetesApiError}. */
export interface KubernetesApi {
  /** Name of the cluster and the namespace, the same for every client there. */
  readonly name: string;
  createPod(pod: V1Pod): Promise<V1Pod>;
  createSecret(secret: V1Secret): Promise<void>;
  /** @returns the Pod as it is ending, `gone` where nothing of it is left, null where there is none */
  deletePod(name: string, graceSeconds: number): Promise<V1Pod | 'gone' | null>;
  listPods(): Promise<V1PodList>;
  /** Settles when the server ends the watch. */
  watchPods(resourceVersion: string, signal: AbortSignal, onEvent: (event: WatchEvent) => void): Promise<void>;
  readTemplate(text: string): V1PodTemplateSpec;
}

/**
 * The API server of the Pod that this process runs in, or else that of the kubeconfig.
 * @param labelSelector which Pods of the namespace
 */
export async function openKubernetesApi(namespace: string, labelSelector: string): Promise<KubernetesApi> {
  // Large, so it is loaded only where Pods are run.
  const k8s = await import('@kubernetes/client-node');
  const config = new k8s.KubeConfig();
  config.loadFromDefault();
  const server = config.getCurrentCluster()?.server ?? '';
  const core = new k8s.CoreV1Api(
    k8s.createConfiguration({
      baseServer: new k8s.ServerConfiguration(server, {}),
      authMethods: { default: config },
      promiseMiddleware: [
        {
          async pre(context) {
            context.setSignal(AbortSignal.timeout(requestTimeoutMs));
            return context;
          },
          post: async (context) => context,
        },
      ],
    }),
  );
  const ask = <Answer>(request: Promise<Answer>): Promise<Answer> =>
    request.catch((error: unknown) => {
      throw toApiError(error);
    });
  return {
    name: `${server}/${namespace}`,
    createPod: (body) => ask(core.createNamespacedPod({ namespace, body, fieldValidation: 'Strict' })),
    createSecret: async (body) => void (await ask(core.createNamespacedSecret({ namespace, body }))),
    async deletePod(name, gracePeriodSeconds) {
      try {
        const answer = await ask(core.deleteNamespacedPod({ namespace, name, body: { gracePeriodSeconds } }));
        return answer.metadata?.deletionTimestamp ? answer : 'gone';
      } catch (error) {
        if (error instanceof KubernetesApiError && error.status === 404) return null;
        throw error;
      }
    },
    listPods: () => ask(core.listNamespacedPod({ namespace, labelSelector })),
    async watchPods(resourceVersion, signal, onEvent) {
      const url = new URL(`${server}/api/v1/namespaces/${namespace}/pods`);
      url.search = new URLSearchParams({
        watch: 'true',
        allowWatchBookmarks: 'true',
        timeoutSeconds: String(watchSeconds),
        labelSelector,
        resourceVersion,
      }).toString();
      const options: RequestOptions = { signal, timeout: silentTimeoutMs };
      await config.applyToHTTPSOptions(options);
      await readEvents(url, options, onEvent).catch((error: unknown) => {
        throw toApiError(error);
      });
    },
    readTemplate: (text) => k8s.loadYaml<V1PodTemplateSpec>(text),
  };
}

/** Reads a watch. The client library's own hides whether it was aborted or the server is gone, and cannot time out. */
async function readEvents(url: URL, options: RequestOptions, onEvent: (event: WatchEvent) => void): Promise<void> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = get(url, options, resolve);
    request.on('error', reject);
    request.on('timeout', () => request.destroy(new Error(`nothing came for ${silentTimeoutMs / 1000} s`)));
  });
  response.setEncoding('utf8');
  let text = '';
  for await (const chunk of response as AsyncIterable<string>) {
    text += chunk;
    if (response.statusCode !== 200) continue;
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) onEvent(JSON.parse(line) as WatchEvent);
  }
  if (response.statusCode !== 200) throw statusError(response.statusCode ?? 0, text);
}

function toApiError(error: unknown): KubernetesApiError {
  if (error instanceof KubernetesApiError) return error;
  if (error instanceof Error && 'code' in error && typeof error.code === 'number') {
    return statusError(error.code, 'body' in error ? error.body : '');
  }
  const message = error instanceof Error ? error.message : String(error);
  return new KubernetesApiError(0, 'Unreachable', `The API server does not answer: ${message}.`, error);
}

/** @param body a Status of Kubernetes as JSON, or what a proxy says */
function statusError(status: number, body: unknown): KubernetesApiError {
  const parsed = typeof body === 'string' ? parseJson(body) : body;
  const { reason = '', message = '' } = (parsed ?? {}) as { reason?: string; message?: string };
  return new KubernetesApiError(status, reason, message || `The API server answers with status ${status}.`);
}
