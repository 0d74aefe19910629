import { afterEach, describe, expect, test } from 'vitest';
import { readZoomPosition, visca } from '@/lib/core/visca';
import { CameraRefusal } from '@/lib/platform/ptz/ptz-camera';
import { ViscaCamera } from '@/lib/platform/ptz/visca-camera';
import { freeUdpPort } from '../../support/network/free-port';
import { FakeViscaCamera } from '../../support/ptz/fake-visca-camera';
import { until } from '../../support/until';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A fake camera and a connection to it. */
async function connect(...[protocol, quirks = {}]: Parameters<typeof FakeViscaCamera.open>) {
  const replyPort = quirks.repliesTo ?? (await freeUdpPort());
  const fake = await FakeViscaCamera.open(protocol, quirks);
  closing.push(() => fake.close());
  const { host: address, port } = fake.control;
  const camera = await ViscaCamera.open({ protocol, address, port, replyPort });
  closing.push(() => camera.close());
  return { fake, camera };
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const right = visca.panTilt({ pan: 1, tilt: 0 });
const stop = visca.panTilt({ pan: 0, tilt: 0 });

describe.each(['visca_udp', 'visca_raw_udp', 'visca_tcp'] as const)('%s', (protocol) => {
  test('carries commands in their order, and answers', async () => {
    const { fake, camera } = await connect(protocol, { zoomPosition: 0x2000 });
    await camera.send(visca.home());
    await camera.send(visca.recall(4));
    expect(fake.commands).toEqual([hex(visca.home()), hex(visca.recall(4))]);
    expect(readZoomPosition(await camera.send(visca.askZoom()))).toBe(0.5);
  });

  test('a completion without an acknowledgement is enough', async () => {
    const { fake, camera } = await connect(protocol, { skipsAck: true });
    await camera.send(visca.home());
    await camera.send(visca.recall(1));
    expect(fake.commands).toEqual([hex(visca.home()), hex(visca.recall(1))]);
  });

  test('a camera that refuses says why', async () => {
    const { camera } = await connect(protocol, { refuses: true });
    await expect(camera.send(visca.home())).rejects.toMatchObject({
      code: 'conflict',
      message: 'The camera refuses: it cannot do that at the moment.',
    });
  });

  test('an inquiry that the camera does not know is refused, and the next command is taken', async () => {
    const { camera } = await connect(protocol);
    await expect(camera.send(visca.askZoom())).rejects.toBeInstanceOf(CameraRefusal);
    await camera.send(visca.home());
  });

  test('a camera that does not answer is named', async () => {
    const { fake, camera } = await connect(protocol, { isDeaf: true });
    await expect(camera.send(visca.home())).rejects.toMatchObject({
      code: 'conflict',
      message: `The camera does not answer at 127.9.0.1:${fake.control.port}. Check its address, and that VISCA is on.`,
    });
    await until('it has heard each attempt', () => fake.heard.length === (protocol === 'visca_tcp' ? 1 : 4));
  });
});

describe.each(['visca_udp', 'visca_raw_udp'] as const)('%s', (protocol) => {
  test('a lost datagram is sent again', async () => {
    const { fake, camera } = await connect(protocol);
    fake.quirks.losesFirst = 1;
    await camera.send(visca.home());
    expect(fake.commands).toEqual([hex(visca.home())]);
  });

  test('a busy camera gets the command again', async () => {
    const { fake, camera } = await connect(protocol, { isBusyFor: 2 });
    await camera.send(visca.home());
    expect(fake).toMatchObject({ commands: [hex(visca.home())], quirks: { isBusyFor: 0 } });
  });

  test('a move that a stop has replaced is never sent after the stop', async () => {
    const { fake, camera } = await connect(protocol);
    fake.quirks.losesFirst = 1;
    const moving = camera.send(right, 'pan-tilt');
    await Promise.all([moving, camera.send(stop, 'pan-tilt')]);
    await camera.send(visca.home());
    expect(fake.commands).toEqual([hex(stop), hex(visca.home())]);
  });
});

test('the sequence numbers begin anew at the start, whoever has controlled the camera before', async () => {
  const { fake, camera } = await connect('visca_udp', { lastSequence: 900 });
  await camera.send(visca.home());
  expect(fake.resets).toBeGreaterThan(0);
  expect(fake.commands).toEqual([hex(visca.home())]);
});

test('a camera that finds the numbers out of step gets them anew, and the command', async () => {
  // The reset at the start is lost.
  const { fake, camera } = await connect('visca_udp', { lastSequence: 900, losesFirst: 1 });
  expect(fake.resets).toBe(0);
  await camera.send(visca.home());
  expect(fake.resets).toBeGreaterThan(0);
  expect(fake.commands).toEqual([hex(visca.home())]);
});

test('two cameras that answer to the one port are told apart', async () => {
  const repliesTo = await freeUdpPort();
  const one = await connect('visca_udp', { repliesTo, zoomPosition: 0x1000 });
  const other = await connect('visca_udp', { repliesTo, zoomPosition: 0x4000 });
  const positions = await Promise.all([one.camera.send(visca.askZoom()), other.camera.send(visca.askZoom())]);
  expect(positions.map(readZoomPosition)).toEqual([0.25, 1]);
});

test('a camera that ends its TCP connection is noticed', async () => {
  const fake = await FakeViscaCamera.open('visca_tcp');
  closing.push(() => fake.close());
  const { host: address, port, protocol } = fake.control;
  let hasEnded = false;
  const camera = await ViscaCamera.open({ protocol, address, port, onEnd: () => (hasEnded = true) });
  await camera.send(visca.home());
  fake.dropConnections();
  await until('the end is noticed', () => hasEnded);
  await expect(camera.send(visca.home())).rejects.toMatchObject({ code: 'conflict' });
});
