import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { db } from '@/lib/platform/db/db';
import { databaseEnv } from '@/lib/platform/env/database-env';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import type { Stream } from '@/prisma/generated/client';
import { bundlePrograms } from '@/scripts/steps/build.mjs';
import type { ApiClient } from '../support/api/api-client';
import { startBarcodeCamera } from '../support/camera/barcode-camera';
import { makeIdleStream, pressOn, readHistory, readStream, untilStatus } from '../support/gateway/reconciler';
import { browserLaunch } from '../support/journeys/browser';
import { readBarcodes } from '../support/journeys/read-barcodes';
import { type Clients, clientsOf } from '../support/kubernetes/clients';
import { type Cluster, startCluster, writeKubeconfig } from '../support/kubernetes/cluster';
import { accessOfGateway, makeNamespace } from '../support/kubernetes/namespaces';
import { TestKubelet } from '../support/kubernetes/test-kubelet';
import { freeTcpPort, freeUdpPort } from '../support/network/free-port';
import { type Program, startProgram } from '../support/product/program';
import { startWebProgram, type WebProgram } from '../support/product/web-program';
import { S3Server } from '../support/storage/s3-server';
import { until } from '../support/until';

/* Real gateways, web, LiveKit and Postgres; a real API server; Pods that run the real worker; ffmpeg and Chromium. */

const image = 'registry.example.com/sightline:1.2.3';
const namespace = `live-${randomBytes(4).toString('hex')}`;

let directory: string;
let cluster: Cluster;
let clients: Clients;
let kubelet: TestKubelet;
let web: WebProgram;
let browser: Browser;
let bucket: S3Server;
beforeAll(async () => {
  await bundlePrograms();
  bucket = await S3Server.start();
  directory = await mkdtemp(path.join(tmpdir(), 'sightline-kubernetes-picture-'));
  cluster = await startCluster();
  clients = clientsOf(cluster);
  kubelet = await TestKubelet.start(clients, 'node-a', {
    [image]: path.resolve('dist/worker.mjs'),
    [`${image} uploader`]: path.resolve('dist/uploader.mjs'),
  });
  await makeNamespace(clients, namespace);
  const access = await accessOfGateway(clients, cluster, namespace, 'sightline-gateway');
  await writeKubeconfig(path.join(directory, 'kubeconfig'), access);
  const { DATABASE_URL } = databaseEnv();
  web = await startWebProgram({ env: { DATABASE_URL, ...bucket.settings } });
  browser = await chromium.launch(await browserLaunch());
});

afterAll(async () => {
  await browser?.close();
  await web?.stop();
  await kubelet?.stop();
  await cluster?.stop();
  await bucket?.stop();
  await rm(directory, { recursive: true, force: true });
});

// A test that did not end well leaves cameras that are on, and their Pods.
beforeEach(async () => {
  await db().event.deleteMany();
  await clients.core.deleteCollectionNamespacedPod({ namespace, gracePeriodSeconds: 0 });
  await until('no Pods are left', async () => (await readPods()).length === 0);
});

interface Gateway {
  program: Program;
  ingestPort: number;
}

async function startGateway(id: string, overrides: Record<string, string> = {}): Promise<Gateway> {
  const [ingestPort, viewPort] = [await freeUdpPort(), await freeUdpPort()];
  const { LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET } = livekitEnv();
  const program = await startProgram('gateway', {
    DATABASE_URL: databaseEnv().DATABASE_URL,
    LIVEKIT_URL,
    LIVEKIT_API_KEY,
    LIVEKIT_API_SECRET,
    GATEWAY_ID: id,
    GATEWAY_HOST: '127.0.0.1',
    SRT_INGEST_PORT: String(ingestPort),
    SRT_VIEW_PORT: String(viewPort),
    RTMP_PORT: String(await freeTcpPort()),
    WORKER_DRIVER: 'kubernetes',
    KUBERNETES_NAMESPACE: namespace,
    KUBERNETES_WORKER_IMAGE: image,
    KUBECONFIG: path.join(directory, 'kubeconfig'),
    LOG_LEVEL: 'info',
    ...overrides,
  });
  onTestFinished(async () => {
    program.process.kill('SIGKILL');
    await program.exitCode;
  });
  return { program, ingestPort };
}

async function addCamera(api: ApiClient): Promise<Stream> {
  const { id: eventId } = await api.call('POST /events', { body: { event: { name: 'Sunday Service' } } });
  const stream = { name: 'Camera 1', event_id: eventId, protocol: 'srt' } as const;
  return readStream((await api.call('POST /streams', { body: { stream } })).id);
}

const readPods = async () => (await clients.core.listNamespacedPod({ namespace })).items;

const untilOwnedBy = (streamId: string, gatewayId: string) =>
  until(`${gatewayId} holds the stream`, async () => (await readStream(streamId)).leaseOwner === gatewayId, {
    timeoutMs: 20_000,
  });

test('a picture goes from ffmpeg through gateway and Pod to Chromium, and outlives its gateways', async () => {
  const gatewayA = await startGateway('gateway-a');
  const api = await web.signUp();
  const stream = await addCamera(api);
  await api.call('POST /streams/{id}/start', { params: { id: stream.id } });
  const active = await untilStatus(stream.id, 'active', 60_000);
  const [pod] = await readPods();
  expect(active).toMatchObject({ podName: pod?.metadata?.name, podIp: pod?.status?.podIP });
  expect(pod?.status?.podIP).toMatch(/^127\.1\./);
  expect(await api.call('GET /streams/{id}', { params: { id: stream.id } })).toMatchObject({
    attributes: { pod_name: pod?.metadata?.name, pod_ip: pod?.status?.podIP },
  });

  // The camera calls a gateway that did not start the Pod.
  const gatewayB = await startGateway('gateway-b');
  const camera = startBarcodeCamera({
    urls: [`srt://127.0.0.1:${gatewayB.ingestPort}?mode=caller&streamid=${stream.streamKey}`],
    width: 640,
    height: 360,
    bitrateKbps: 500,
  });
  onTestFinished(() => camera.stop());
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript((value) => localStorage.setItem('sl_token', value), api.token ?? '');
  const page = await context.newPage();
  await page.goto(`${web.baseUrl}/events/${stream.eventId}/multiview`);
  const video = page.getByTestId('preview-video').first();
  await video.waitFor({ timeout: 60_000 });
  const readAges = async () =>
    (await readBarcodes(video, 3_000)).flatMap(({ ageMs }) => (ageMs === null ? [] : [ageMs]));
  await until('Chromium has shown 20 frames', async () => (await readAges()).length > 20, { timeoutMs: 60_000 });
  const ages = (await readAges()).sort((a, b) => a - b);
  // A generous limit: the machine is shared.
  expect(ages[Math.floor(ages.length / 2)]).toBeLessThan(5_000);

  // Its owner is killed: the other one adopts the Pod, and the picture goes on.
  gatewayA.program.process.kill('SIGKILL');
  await untilOwnedBy(stream.id, 'gateway-b');
  await until('gateway B has adopted the worker', () => gatewayB.program.output().includes('workers: adopted'));
  expect((await readAges()).length).toBeGreaterThan(20);

  // The other one stops in order, as in a rolling update: its successor adopts the Pod.
  await startGateway('gateway-c');
  gatewayB.program.process.kill('SIGTERM');
  expect(await gatewayB.program.exitCode).toBe(0);
  await untilOwnedBy(stream.id, 'gateway-c');
  await until('the stream is active', async () => (await readStream(stream.id)).status === 'active', {
    timeoutMs: 20_000,
  });
  const [adopted, ...others] = await readPods();
  expect(others).toEqual([]);
  expect(adopted?.metadata?.uid).toBe(pod?.metadata?.uid);
  const becameActive = (await readHistory(stream.id)).filter((code) => code === 'status_active');
  expect(becameActive, 'a worker that is lost makes its stream active a second time').toHaveLength(1);

  await api.call('POST /streams/{id}/stop', { params: { id: stream.id } });
  await untilStatus(stream.id, 'stopped', 30_000);
  expect(await readPods()).toEqual([]);
  const secrets = async () => (await clients.core.listNamespacedSecret({ namespace })).items;
  await until('the Secret is gone', async () => (await secrets()).length === 0, { timeoutMs: 60_000 });
  await context.close();
});

test('a recording is in the bucket after its worker was killed and its camera was switched off', async () => {
  const gateway = await startGateway('gateway-recording', bucket.settings);
  const api = await web.signUp();
  const stream = await addCamera(api);
  await api.call('POST /streams/{id}/start', { params: { id: stream.id } });
  await untilStatus(stream.id, 'active', 60_000);
  const camera = startBarcodeCamera({
    urls: [`srt://127.0.0.1:${gateway.ingestPort}?mode=caller&streamid=${stream.streamKey}`],
    width: 640,
    height: 360,
    bitrateKbps: 500,
  });
  onTestFinished(() => camera.stop());
  await api.call('POST /streams/{id}/recording', { params: { id: stream.id } });
  const find = async () => (await api.call('GET /streams/{id}', { params: { id: stream.id } })).attributes.recording;
  const current = () => until('the camera is recorded', find);
  const recorded = (bytes: number) =>
    until(`${bytes} bytes are recorded`, async () => (await current()).size_bytes > bytes, { timeoutMs: 60_000 });
  await recorded(200_000);
  // Its uploader tells by the worker.
  expect((await current()).upload).toMatchObject({ fault: null });
  const { id, size_bytes: sizeAtKill } = await current();
  process.kill(kubelet.pidOf((await readStream(stream.id)).podName ?? '') ?? 0, 'SIGKILL');
  await recorded(sizeAtKill + 200_000);
  await api.call('POST /streams/{id}/stop', { params: { id: stream.id } });
  await until('both Pods are gone', async () => (await readPods()).length === 0, { timeoutMs: 60_000 });
  const [recording] = await api.call('GET /events/{id}/recordings', { params: { id: stream.eventId } });
  const { url } = await api.call('POST /recordings/{id}/download', { params: { id } });
  const downloaded = await (await fetch(new URL(url, web.baseUrl))).arrayBuffer();
  expect(downloaded.byteLength).toBeGreaterThanOrEqual(recording?.attributes.size_bytes ?? Number.NaN);
  const { parts } = await api.call('GET /recordings/{id}/timeline', { params: { id } });
  expect(parts.filter(({ begins_run: beginsRun }) => beginsRun).length).toBe(2);
});

test('what the cluster refuses, the user reads as a sentence', async () => {
  const template = path.join(directory, 'template.yaml');
  // The namespace allows no such Pod.
  await writeFile(template, 'spec:\n  hostNetwork: true\n  containers: []\n');
  await startGateway('gateway-refused', { KUBERNETES_POD_TEMPLATE: template });
  const stream = await makeIdleStream();
  await pressOn(stream.id);
  await untilStatus(stream.id, 'error', 60_000);
  const incidents = await db().streamIncident.findMany({ where: { streamId: stream.id } });
  expect(incidents.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('The cluster does not allow the process handling this camera to start'),
  );
});

test('a gateway that finds Pods which no stream names ends them', async () => {
  const body = {
    metadata: {
      name: 'worker-000000000000-1-stray',
      labels: {
        'app.kubernetes.io/name': 'sightline',
        'app.kubernetes.io/component': 'worker',
        'app.kubernetes.io/instance': 'sightline',
        'app.kubernetes.io/managed-by': 'sightline-gateway',
      },
    },
    spec: {
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name: 'worker',
          image: 'nothing',
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
        },
      ],
    },
  };
  await clients.core.createNamespacedPod({ namespace, body });
  await startGateway('gateway-orphans');
  await until('the stray Pod is gone', async () => (await readPods()).length === 0, { timeoutMs: 60_000 });
});

test('without the right to read Pods a gateway says what it needs', async () => {
  const kubeconfig = path.join(directory, 'nobody');
  await writeKubeconfig(kubeconfig, { ...cluster, token: 'nobody' });
  await expect(startGateway('gateway-nobody', { KUBECONFIG: kubeconfig })).rejects.toThrow(
    /may not read the Pods of the namespace/,
  );
});
