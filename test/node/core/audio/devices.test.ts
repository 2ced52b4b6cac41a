// The sound and picture devices, as a browser lists them.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';

import type { Devices } from 'voxreel';

import { listDevices, watchDevices } from '../../../../src/core/audio/devices.js';

describe('the devices of this machine', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  let source: EventTarget & { enumerateDevices(): Promise<unknown> };
  let listed: object[];
  beforeEach(() => {
    listed = [];
    source = Object.assign(new EventTarget(), { enumerateDevices: async (): Promise<unknown> => listed });
    Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { mediaDevices: source } });
  });
  afterEach(() => {
    if (before) Object.defineProperty(globalThis, 'navigator', before);
    else Reflect.deleteProperty(globalThis, 'navigator');
  });
  const device = (kind: string, deviceId: string, label = deviceId) => ({ kind, deviceId, groupId: `group ${label}`, label });
  const idsOf = ({ microphones, speakers, cameras }: Devices) =>
    [microphones, speakers, cameras].map((all) => all.map(({ deviceId }) => deviceId));
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('are listed by kind, without those that stand for another, with the default of the system', async () => {
    listed = [
      device('audioinput', 'default', 'desk'),
      device('audioinput', 'communications', 'desk'),
      device('audioinput', 'one'),
      device('audioinput', 'two'),
      device('audiooutput', 'default', 'box'),
      device('audiooutput', 'box'),
      device('videoinput', ''),
      device('videoinput', 'eye'),
    ];
    const devices = await listDevices();
    assert.deepEqual(idsOf(devices), [['one', 'two'], ['box'], ['eye']]);
    assert.equal(devices.defaultMicrophone, 'group desk desk');
    listed = listed.slice(2);
    assert.equal((await listDevices()).defaultMicrophone, 'one');
  });

  it('are none where a browser has or tells none', async () => {
    source.enumerateDevices = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    assert.deepEqual([idsOf(await listDevices()), (await listDevices()).defaultMicrophone], [[[], [], []], '']);
    Object.defineProperty(globalThis, 'navigator', { configurable: true, value: {} });
    assert.deepEqual(idsOf(await listDevices()), [[], [], []]);
    watchDevices(() => assert.fail('nothing changes'))();
  });

  it('are reported after each change, never an older list after a newer, until nobody asks', async () => {
    const seen: string[] = [];
    const stop = watchDevices(({ microphones }) => seen.push(microphones.map(({ deviceId }) => deviceId).join()));
    const answers: ((list: object[]) => void)[] = [];
    source.enumerateDevices = () => new Promise((resolve) => answers.push(resolve));
    source.dispatchEvent(new Event('devicechange'));
    source.dispatchEvent(new Event('devicechange'));
    answers[1]?.([device('audioinput', 'new')]);
    answers[0]?.([device('audioinput', 'old')]);
    await settled();
    assert.deepEqual(seen, ['new']);
    source.dispatchEvent(new Event('devicechange'));
    stop();
    answers[2]?.([device('audioinput', 'late')]);
    source.dispatchEvent(new Event('devicechange'));
    await settled();
    assert.deepEqual([seen, answers.length], [['new'], 3]);
  });
});
