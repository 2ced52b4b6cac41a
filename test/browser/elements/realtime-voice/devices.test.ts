// Microphone, loudspeaker and camera in the settings of <realtime-voice>: chosen, tried before a conversation, taken away.
import { expect } from '@open-wc/testing';
import { VoxreelError } from 'voxreel';

import { needing } from '../../../engines/lacks.js';
import { createScriptedSession } from '../scripted-session.js';
import { waitUntil } from '../until.js';
import { setStage, type Stage } from './stage.js';

const device = (kind: MediaDeviceKind, deviceId: string, label: string): MediaDeviceInfo => ({
  kind,
  deviceId,
  label,
  groupId: 'g',
  toJSON: () => ({}),
});
const both = [
  device('audioinput', 'desk', 'Desk microphone'),
  device('audioinput', 'head', 'Headset'),
  device('audiooutput', 'box', 'Loud box'),
];

/** What browsers would tell of devices, and what they open. */
const source = navigator.mediaDevices;
const { enumerateDevices, getUserMedia } = source;
let devices: MediaDeviceInfo[] = [];

function plug(...next: MediaDeviceInfo[]): void {
  devices = next;
  source.dispatchEvent(new Event('devicechange'));
}

async function settings(attributes: Record<string, string> = {}, session = createScriptedSession()): Promise<Stage> {
  const stage = await setStage(attributes, session);
  stage.button('Settings').click();
  await stage.shows('[role=dialog] h2', 'Settings');
  return stage;
}

function choose(stage: Stage, id: string, value: string): void {
  const select = stage.find(`#${id}`);
  if (!(select instanceof HTMLSelectElement)) throw new Error(`${id} is no list.`);
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

const names = (stage: Stage, id: string) =>
  [...stage.find(`#${id}`).querySelectorAll('option')].map((option) => option.textContent?.trim());

describe('<realtime-voice> devices', () => {
  beforeEach(() => {
    devices = [...both];
    source.enumerateDevices = async () => devices;
  });
  afterEach(() => {
    source.enumerateDevices = enumerateDevices;
    source.getUserMedia = getUserMedia;
  });

  it('are listed by name, and by number before anybody allowed one', async () => {
    const stage = await settings();
    await stage.shows('#microphone', 'Desk microphone');
    expect(names(stage, 'microphone')).to.deep.equal(['System default', 'Desk microphone', 'Headset']);
    expect(stage.text('.settings')).not.to.contain('to see the names');
    plug(device('audioinput', 'desk', ''), device('audioinput', 'head', ''));
    await stage.shows('#microphone', 'Microphone 2');
    expect(stage.text('.settings')).to.contain('Test the microphone once to see the names of your devices.');
    await expect(stage.element).to.be.accessible();
  });

  it('are used at once when chosen in a conversation', async () => {
    const stage = await settings();
    await stage.element.connect();
    await stage.shows('#microphone', 'Headset');
    choose(stage, 'microphone', 'head');
    expect(stage.called('setMicrophone').at(-1)).to.deep.equal([{ deviceId: { ideal: 'head' } }]);
    await stage.shows('.settings', 'Takes effect now.');
  });

  needing('loudspeakers').it('speak at once when chosen in a conversation', async () => {
    const stage = await settings();
    await stage.element.connect();
    const spoken: unknown[] = [];
    stage.session.setSpeaker = async (deviceId) => void spoken.push(deviceId);
    await stage.shows('#speaker', 'Loud box');
    choose(stage, 'speaker', 'box');
    expect(spoken).to.deep.equal(['box']);
    await stage.shows('.settings', 'Takes effect now.');
    choose(stage, 'speaker', '');
    expect(spoken).to.deep.equal(['box', undefined]);
  });

  it('that are chosen before a conversation are used in it', async () => {
    const stage = await settings();
    await stage.shows('#microphone', 'Headset');
    choose(stage, 'microphone', 'head');
    await stage.element.connect();
    expect(stage.called('setMicrophone')).to.deep.equal([[{ deviceId: { ideal: 'head' } }]]);
  });

  it('that are gone stay chosen, by name, until they are back', async () => {
    const stage = await settings();
    await stage.shows('#microphone', 'Headset');
    choose(stage, 'microphone', 'head');
    plug(device('audioinput', 'desk', 'Desk microphone'));
    await stage.shows('#microphone', 'Headset (disconnected)');
    expect(stage.text('.settings')).to.contain('The default device is used until you plug it in again.');
    plug(...both);
    await waitUntil(() => !stage.text('#microphone').includes('not there'));
    expect((stage.find('#microphone') as HTMLSelectElement).value).to.equal('head');
  });

  needing('loudspeakers').it('tell of a loudspeaker that cannot be used, in words', async () => {
    const stage = await settings();
    await stage.element.connect();
    stage.session.setSpeaker = async () => {
      throw new VoxreelError('speaker_missing', 'gone');
    };
    await stage.shows('#speaker', 'Loud box');
    choose(stage, 'speaker', 'box');
    await stage.shows('.notice', 'The speaker is not available.');
  });

  it('say so where the browser lets nobody choose a loudspeaker', async () => {
    const { prototype } = HTMLMediaElement;
    const setSinkId = Object.getOwnPropertyDescriptor(prototype, 'setSinkId');
    Reflect.deleteProperty(prototype, 'setSinkId');
    try {
      const stage = await settings();
      await stage.shows('.settings', 'In this browser, choose the speaker in the system settings.');
      expect((stage.find('#speaker') as HTMLSelectElement).disabled).to.equal(true);
    } finally {
      if (setSinkId !== undefined) Object.defineProperty(prototype, 'setSinkId', setSinkId);
    }
  });

  it('can be tried before there is a connection: the capture ends with the test', async () => {
    const opened: MediaStream[] = [];
    source.getUserMedia = async (constraints) => {
      const stream = await getUserMedia.call(source, constraints);
      opened.push(stream);
      return stream;
    };
    const stage = await settings();
    stage.button('Test').click();
    await stage.shows('.settings', 'Stop the test');
    await waitUntil(() => opened.length === 1);
    // The browser's own microphone beeps.
    await waitUntil(() => stage.find('.settings').dataset['level'] === 'speech', 'nothing is heard');
    expect(stage.called('connect')).to.have.length(0);
    stage.button('Stop the test').click();
    await waitUntil(() => opened[0]?.getTracks().every(({ readyState }) => readyState === 'ended') === true, 'the capture goes on');
    stage.button('Test').click();
    await waitUntil(() => opened.length === 2);
    await stage.shows('.settings', 'Stop the test');
    stage.button('Close').click();
    await waitUntil(
      () => opened[1]?.getTracks().every(({ readyState }) => readyState === 'ended') === true,
      'the capture outlives the sheet',
    );
  });

  it('say beside the test why it cannot be', async () => {
    source.getUserMedia = async () => {
      throw new DOMException('', 'NotFoundError');
    };
    const stage = await settings();
    stage.button('Test').click();
    await stage.shows('.settings [role=alert]', 'No microphone was found. Plug one in, or type instead.');
    stage.button('Test');
    await expect(stage.element).to.be.accessible();
  });

  it('give the microphone up to the conversation when that begins', async () => {
    const stage = await settings();
    stage.button('Test').click();
    await stage.shows('.settings', 'Stop the test');
    await stage.element.connect();
    await waitUntil(() => stage.all('.row button').every((button) => !button.textContent?.includes('test')));
    expect(stage.find('.level')).to.not.equal(null);
  });

  it('play a sound to try the loudspeaker', async () => {
    const stage = await settings();
    stage.button('Play a sound').click();
    await stage.shows('.settings', 'Playing');
    await waitUntil(() => stage.text('.settings').includes('Play a sound'), 'it plays for ever');
    expect(stage.all('.settings [role=alert]')).to.have.length(0);
  });

  it('show a camera only where the page offers one, and what goes wrong with it', async () => {
    expect((await settings()).all('#camera')).to.have.length(0);
    const session = createScriptedSession();
    const asked: unknown[] = [];
    session.setCamera = async (wanted) => {
      asked.push(wanted);
      if (wanted !== false) throw new VoxreelError('camera_busy', 'busy');
    };
    const stage = await settings({ video: '' }, session);
    plug(...both, device('videoinput', 'top', 'Screen camera'));
    await stage.shows('#camera', 'Screen camera');
    expect(names(stage, 'camera')).to.deep.equal(['Off', 'System default', 'Screen camera']);
    choose(stage, 'camera', 'top');
    await stage.shows('.settings [role=alert]', 'Another program is using the camera.');
    choose(stage, 'camera', 'off');
    await waitUntil(() => asked.length === 2);
    expect(asked).to.deep.equal([{ deviceId: { ideal: 'top' } }, false]);
  });

  it('that the system changes in a conversation are announced, and can be dismissed', async () => {
    const stage = await setStage();
    await stage.element.connect();
    stage.session.device({ kind: 'microphone', cause: 'unplugged', label: 'Built-in' });
    await stage.shows('.notice.calm', 'The microphone was unplugged. In use now: Built-in');
    await stage.shows('[role=status]', 'In use now: Built-in');
    stage.button('Dismiss').click();
    await waitUntil(() => stage.all('.notice').length === 0);
  });
});
