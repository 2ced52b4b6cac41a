// The camera of a call, over devices that the test plays.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';

import { isVoxreelError } from 'voxreel';
import type { Wire } from 'voxreel';

import { createCamera } from '../../../../../src/core/realtime/speech/camera.js';

interface Track {
  stopped: boolean;
  stop(): void;
}

function stream(): MediaStream & { readonly track: Track } {
  const track: Track = { stopped: false, stop: () => void (track.stopped = true) };
  return { track, getTracks: () => [track], getVideoTracks: () => [track] } as unknown as MediaStream & { readonly track: Track };
}

describe('a camera', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  let asked: unknown[];
  let open: () => Promise<MediaStream>;
  beforeEach(() => {
    asked = [];
    open = async () => stream();
    const getUserMedia = (wanted: unknown) => (asked.push(wanted), open());
    Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { mediaDevices: { getUserMedia } } });
  });
  afterEach(() => {
    if (before) Object.defineProperty(globalThis, 'navigator', before);
    else Reflect.deleteProperty(globalThis, 'navigator');
  });
  const wired = () => {
    const sent: unknown[] = [];
    return { sent, wire: { setCamera: async (next: unknown) => void sent.push(next) } as unknown as Wire };
  };
  const isStopped = (opened: MediaStream | undefined) => (opened as ReturnType<typeof stream> | undefined)?.track.stopped;

  it('is asked for with the constraints of the page, or any', async () => {
    const camera = createCamera();
    await camera.set(true);
    await camera.set({ facingMode: 'user' });
    assert.deepEqual(asked, [{ video: {} }, { video: { facingMode: 'user' } }]);
  });

  it('that was opened is stopped when another is, when it is turned off and when the call ends', async () => {
    const camera = createCamera();
    const { sent, wire } = wired();
    camera.opened(wire);
    await camera.set(true);
    const first = camera.stream;
    await camera.set(true);
    const second = camera.stream;
    assert.deepEqual([isStopped(first), isStopped(second)], [true, false]);
    await camera.set(false);
    assert.deepEqual([isStopped(second), camera.stream], [true, undefined]);
    await camera.set(true);
    const third = camera.stream;
    camera.close();
    assert.deepEqual([isStopped(third), camera.stream], [true, undefined]);
    assert.deepEqual(sent, [first, second, undefined, third]);
    assert.equal(asked.length, 3);
  });

  it('of the page is sent and left running', async () => {
    const camera = createCamera();
    const { sent, wire } = wired();
    camera.opened(wire);
    const own = stream();
    await camera.set(own);
    assert.equal(camera.stream, own);
    await camera.set(false);
    assert.deepEqual([sent, isStopped(own), asked], [[own, undefined], false, []]);
  });

  it('that comes after another was chosen is stopped again', async () => {
    const camera = createCamera();
    const late = stream();
    let come: (opened: MediaStream) => void = () => undefined;
    open = () => new Promise((resolve) => (come = resolve));
    const first = camera.set(true);
    const own = stream();
    await camera.set(own);
    come(late);
    await assert.rejects(first, { code: 'aborted' });
    assert.deepEqual([isStopped(late), camera.stream], [true, own]);
  });

  it('has no place on a wire without one, and waits for the next', async () => {
    const camera = createCamera();
    camera.opened({} as Wire);
    await assert.rejects(camera.set(true), { code: 'unsupported' });
    await camera.set(false);
    camera.lost();
    await camera.set(true);
    assert.equal(isStopped(camera.stream), false);
  });

  for (const [name, code, retryable] of [
    ['NotAllowedError', 'camera_denied', false],
    ['NotFoundError', 'camera_missing', false],
    ['OverconstrainedError', 'camera_missing', false],
    ['NotReadableError', 'camera_busy', true],
    ['OddError', 'unsupported', false],
  ] as const) {
    it(`says ${code} for ${name}`, async () => {
      open = () => Promise.reject(new DOMException('no', name));
      const error: unknown = await createCamera()
        .set(true)
        .catch((cause: unknown) => cause);
      assert.ok(isVoxreelError(error) && error.message.length > 20);
      assert.deepEqual([error.code, error.retryable], [code, retryable]);
    });
  }

  it('needs a secure page', async () => {
    Object.defineProperty(globalThis, 'navigator', { configurable: true, value: {} });
    await assert.rejects(createCamera().set(true), { code: 'unsupported', message: /secure page/ });
  });
});
