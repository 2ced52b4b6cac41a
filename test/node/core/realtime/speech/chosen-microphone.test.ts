// Which microphone is open, over devices that the test plugs in and takes away.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';

import type { AudioHost } from '../../../../../src/core/audio/audio-host.js';
import { ChosenMicrophone } from '../../../../../src/core/realtime/speech/chosen-microphone.js';

type Opened = MediaStream & { readonly track: EventTarget & { readonly readyState: string } };

function streamOf(deviceId: string): Opened {
  const track = Object.assign(new EventTarget(), {
    label: `Microphone ${deviceId}`,
    readyState: 'live',
    stop: () => void (track.readyState = 'ended'),
    getSettings: () => ({ deviceId }),
  });
  return { track, getAudioTracks: () => [track] } as unknown as Opened;
}

describe('the microphone of a call', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  let devices: EventTarget;
  let listed: Partial<MediaDeviceInfo>[];
  let opened: Opened[];
  let asked: unknown[];
  let refusing: string | undefined;
  let heard: string[];
  const microphones = new Set<ChosenMicrophone>();

  beforeEach(() => {
    [opened, asked, heard, refusing] = [[], [], [], undefined];
    plugged('one', 'two');
    const getUserMedia = async ({ audio }: { audio: { deviceId?: string | { exact?: string } } }) => {
      asked.push(audio.deviceId);
      if (refusing) throw new DOMException('no', refusing);
      const wanted = typeof audio.deviceId === 'object' ? audio.deviceId.exact : audio.deviceId;
      const stream = streamOf(typeof wanted === 'string' && !['', 'default'].includes(wanted) ? wanted : (listed[0]?.deviceId ?? ''));
      opened.push(stream);
      return stream;
    };
    devices = Object.assign(new EventTarget(), { getUserMedia, enumerateDevices: async () => listed });
    Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { mediaDevices: devices } });
  });
  afterEach(() => {
    for (const microphone of microphones) microphone.close();
    microphones.clear();
    if (before) Object.defineProperty(globalThis, 'navigator', before);
    else Reflect.deleteProperty(globalThis, 'navigator');
  });

  const settled = async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  const plugged = (...ids: string[]) =>
    (listed = ids.map((deviceId) => ({ kind: 'audioinput', deviceId, groupId: `group ${deviceId}`, label: deviceId })));
  const plug = async (...ids: string[]) => {
    plugged(...ids);
    devices.dispatchEvent(new Event('devicechange'));
    await settled();
  };
  const unplug = async (stream: Opened | undefined) => {
    stream?.track.dispatchEvent(new Event('ended'));
    await settled();
  };
  const make = (constraints?: MediaTrackConstraints) => {
    const microphone = new ChosenMicrophone(() => ({ context: new EventTarget() }) as AudioHost, constraints, {
      opened: async () => void heard.push(microphone.current === undefined ? 'none' : 'opened'),
      changed: ({ cause, label }) => heard.push(`${cause}: ${label}`),
      failed: ({ code }) => heard.push(code),
    });
    microphones.add(microphone);
    return microphone;
  };
  const set = async (microphone: ChosenMicrophone, source: Parameters<ChosenMicrophone['set']>[0]) => {
    await microphone.set(source);
    await settled();
  };
  const states = () => opened.map(({ track }) => track.readyState);

  it('is opened once when it is asked for twice, with the constraints of the page', async () => {
    const microphone = make({ deviceId: 'two' });
    await set(microphone, true);
    await set(microphone, true);
    assert.deepEqual([asked, heard], [['two'], ['opened']]);
    await set(microphone, false);
    assert.deepEqual([states(), microphone.current, heard], [['ended'], undefined, ['opened', 'none']]);
  });

  it('follows the default of the system, and nothing else that is plugged in', async () => {
    for (const source of [true, { deviceId: '' }, { deviceId: 'default' }, { deviceId: { ideal: 'default' } }, { deviceId: [] }]) {
      [opened, heard] = [[], []];
      plugged('one', 'two');
      const microphone = make();
      await set(microphone, source);
      await plug('one', 'two', 'three');
      assert.deepEqual(heard, ['opened']);
      await plug('two', 'one');
      assert.deepEqual(heard, ['opened', 'opened', 'default: Microphone two']);
      assert.deepEqual(states(), ['ended', 'live']);
      await plug();
      assert.equal(opened.length, 2);
      microphone.close();
    }
  });

  it('that was chosen stays while others come and go, and is taken up again when it is back', async () => {
    for (const deviceId of ['two', { exact: 'two' }, { ideal: ['two', 'one'] }, ['two']]) {
      [opened, heard] = [[], []];
      plugged('one', 'two');
      const microphone = make();
      await set(microphone, { deviceId, groupId: 'group two' });
      for (const { track } of opened) Object.assign(track, { getSettings: () => ({ deviceId: 'two' }), label: 'Microphone two' });
      await plug('two', 'one');
      assert.deepEqual(heard, ['opened']);
      plugged('one');
      await unplug(opened[0]);
      assert.deepEqual(heard.splice(0), ['opened', 'opened', 'unplugged: Microphone one']);
      assert.equal(asked.at(-1), undefined);
      await plug('one', 'three');
      assert.equal(heard.length, 0);
      await plug('one', 'two');
      assert.equal(heard[1]?.startsWith('returned: '), true);
      assert.deepEqual(asked.at(-1), deviceId);
      microphone.close();
    }
  });

  it('is none when the last is gone, and says so once', async () => {
    const microphone = make();
    await set(microphone, true);
    plugged();
    refusing = 'NotFoundError';
    await unplug(opened[0]);
    assert.deepEqual([microphone.current, heard], [undefined, ['opened', 'none', 'microphone_missing']]);
    await plug('one');
    assert.equal(microphone.current, undefined);
  });

  it('of the page is the page’s to replace, and to stop', async () => {
    const microphone = make();
    const own = streamOf('own');
    await set(microphone, own);
    await plug('two', 'one');
    assert.deepEqual([heard, asked], [['opened'], []]);
    await unplug(own);
    assert.deepEqual(heard, ['opened', 'none', 'microphone_missing']);
    assert.equal(own.track.readyState, 'live');
  });

  it('in use stays where another cannot be opened', async () => {
    const microphone = make();
    await set(microphone, true);
    refusing = 'NotReadableError';
    await assert.rejects(microphone.set({ deviceId: 'two' }), { code: 'microphone_busy' });
    await plug('two', 'one');
    assert.deepEqual([states(), heard], [['live'], ['opened']]);
    refusing = undefined;
    await plug('one', 'two');
    assert.deepEqual(heard.at(-1), 'default: Microphone one');
  });

  it('that comes after another was chosen, or none, is closed again', async () => {
    const microphone = make();
    const both = [microphone.set({ deviceId: 'one' }), microphone.set({ deviceId: 'two' })];
    const [first] = await Promise.allSettled(both);
    assert.equal(first?.status === 'rejected' && (first.reason as { code: string }).code, 'aborted');
    await settled();
    assert.deepEqual(states(), ['ended', 'live']);
    const late = microphone.set({ deviceId: 'one' });
    microphone.close();
    await assert.rejects(late, { code: 'aborted' });
    await settled();
    assert.deepEqual(states(), ['ended', 'ended', 'ended']);
    const count = opened.length;
    await plug('two', 'one');
    assert.deepEqual([opened.length, microphone.current], [count, undefined]);
  });
});
