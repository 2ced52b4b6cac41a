// Settings of microphone, loudspeaker and camera, each with a way to try it.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

import { toVoxreelError, type VoxreelError } from '../../../core/errors.js';
import { fill } from '../../shared/strings.js';
import { conversationWords } from '../conversation-words.js';
import type { SessionController } from '../session-controller.js';
import type { ChosenDevice, DeviceChoices, DeviceKind } from './device-choices.js';
import type { DeviceList } from './device-list.js';
import { canChooseSpeaker, playTestTone, type MicrophoneTest } from './device-tests.js';
import { slider, textOf, type Held, type SettingFields } from './settings-form.js';
import type { SheetWords } from './sheet-words.js';

/** The session that has the devices, and what was chosen for it. */
export type DeviceSession = Pick<
  SessionController,
  'session' | 'devices' | 'microphoneOpen' | 'volume' | 'chooseDevice' | 'changeVolume' | 'ensure'
>;

export interface DeviceState {
  readonly list: DeviceList;
  readonly test: MicrophoneTest;
  /** The test sound is playing. */
  playing: boolean;
  speakerFailure: VoxreelError | undefined;
  /** Of the camera's stream. */
  cameraFailure: VoxreelError | undefined;
}

/** `level`: the loudness of now. `hasCamera`: the page offers one. */
export function deviceFields(
  fields: SettingFields,
  using: DeviceSession,
  state: DeviceState,
  { level, hasCamera }: { readonly level: TemplateResult; readonly hasCamera: boolean },
): TemplateResult {
  const { say } = fields;
  return html`<fieldset>
    <legend>${say.devices}</legend>
    ${microphoneField(fields, using, state, level)} ${speakerField(fields, using, state)}
    ${hasCamera || using.session?.camera !== undefined ? cameraField(fields, using, state) : nothing}
    ${state.list.named || using.microphoneOpen ? nothing : html`<p class="hint">${say.devicesUnnamed}</p>`}
  </fieldset>`;
}

function microphoneField(fields: SettingFields, using: DeviceSession, { list, test }: DeviceState, level: TemplateResult): TemplateResult {
  const { say, changed, note } = fields;
  const { microphones } = list.devices;
  const choose = (deviceId: string) => {
    using.chooseDevice('microphone', chosenOf(say, 'microphone', microphones, deviceId));
    if (test.running) void test.start(using.devices.microphone);
    changed('microphone', 'now');
  };
  const toggle = () => {
    if (test.running) return test.stop();
    void test.start(using.devices.microphone).then(list.refresh);
  };
  const inUse = using.session?.phase === 'open' && using.microphoneOpen;
  return html`<div class="field">
    <label class="label" for="microphone">${say.microphone}</label>
    <div class="row">
      ${picker(say, 'microphone', microphones, using.devices, { choose })}
      ${
        inUse
          ? nothing
          : html`<button type="button" class="button" aria-pressed=${String(test.running)} @click=${toggle}>
              ${test.running ? say.testStop : say.test}
            </button>`
      }
    </div>
    ${inUse || test.running ? level : nothing} ${test.failure === undefined ? nothing : failureView(fields, test.failure)}
    <span class="hint"
      >${gone(say, using.devices.of('microphone'), microphones)} ${inUse && using.session?.muted ? say.levelMuted : nothing}
      ${note('microphone')}</span
    >
  </div>`;
}

function speakerField(fields: SettingFields, using: DeviceSession, state: DeviceState): TemplateResult {
  const { say, changed, note, requestUpdate } = fields;
  const able = canChooseSpeaker();
  const { speakers } = state.list.devices;
  const choose = (deviceId: string) => {
    using.chooseDevice('speaker', chosenOf(say, 'speaker', speakers, deviceId));
    state.speakerFailure = undefined;
    changed('speaker', 'now');
  };
  const play = async () => {
    state.playing = true;
    state.speakerFailure = undefined;
    requestUpdate();
    try {
      await playTestTone(using.devices.of('speaker')?.id);
    } catch (cause) {
      state.speakerFailure = toVoxreelError(cause, 'audio_blocked');
    }
    state.playing = false;
    requestUpdate();
  };
  return html`<div class="field">
    <label class="label" for="speaker">${say.speaker}</label>
    <div class="row">
      ${picker(say, 'speaker', able ? speakers : [], using.devices, { choose, disabled: !able })}
      <button type="button" class="button" ?disabled=${state.playing} @click=${() => void play()}>
        ${state.playing ? say.tonePlaying : say.tone}
      </button>
    </div>
    ${state.speakerFailure === undefined ? nothing : failureView(fields, state.speakerFailure)}
    <span class="hint">${able ? gone(say, using.devices.of('speaker'), speakers) : say.speakerFixed} ${note('speaker')}</span>
  </div>`;
}

export function volumeSlider(fields: SettingFields, using: DeviceSession, held: Held): TemplateResult {
  const { say, language, changed } = fields;
  const change = (volume: number) => {
    using.changeVolume(volume);
    changed('volume', 'now');
  };
  const range = { min: 0, max: 1, step: 0.05, shown: language.formats.percent };
  return slider(
    { name: 'volume', label: say.volume, value: using.volume, ...range, meaning: () => '', moved: using.changeVolume.bind(using), change },
    held,
    fields,
  );
}

function cameraField(fields: SettingFields, using: DeviceSession, state: DeviceState): TemplateResult {
  const { say, changed, note, requestUpdate } = fields;
  const { cameras } = state.list.devices;
  const camera = using.session?.camera;
  const choose = async (deviceId: string) => {
    if (deviceId !== 'off') using.chooseDevice('camera', chosenOf(say, 'camera', cameras, deviceId));
    state.cameraFailure = undefined;
    try {
      await using.ensure().setCamera(deviceId === 'off' ? false : using.devices.camera);
      changed('camera', 'now');
      await state.list.refresh();
    } catch (cause) {
      state.cameraFailure = toVoxreelError(cause, 'camera_denied');
    }
    requestUpdate();
  };
  return html`<div class="field">
    <label class="label" for="camera">${say.camera}</label>
    ${picker(say, 'camera', cameras, using.devices, { choose: (id) => void choose(id), off: camera === undefined })}
    ${camera === undefined ? nothing : html`<video class="preview" muted playsinline autoplay aria-label=${say.cameraPreview} .muted=${true} .srcObject=${camera}></video>`}
    ${state.cameraFailure === undefined ? nothing : failureView(fields, state.cameraFailure)}
    <span class="hint">${gone(say, using.devices.of('camera'), cameras)} ${note('camera')}</span>
  </div>`;
}

interface Picking {
  readonly choose: (deviceId: string) => void;
  readonly disabled?: boolean;
  /** Undefined for what cannot be off. */
  readonly off?: boolean;
}

function picker(
  say: SheetWords,
  kind: DeviceKind,
  devices: readonly MediaDeviceInfo[],
  choices: DeviceChoices,
  { choose, disabled = false, off }: Picking,
): TemplateResult {
  const chosen = choices.of(kind);
  const missing = chosen !== undefined && !devices.some(({ deviceId }) => deviceId === chosen.id);
  const now = off === true ? 'off' : (chosen?.id ?? '');
  return html`<select class="input" id=${kind} ?disabled=${disabled} .value=${live(now)} @change=${(event: Event) => choose(textOf(event))}>
    ${off === undefined ? nothing : html`<option value="off" ?selected=${now === 'off'}>${say.cameraOff}</option>`}
    <option value="" ?selected=${now === ''}>${say[`${kind}Default`]}</option>
    ${devices.map(
      (device, at) =>
        html`<option value=${device.deviceId} ?selected=${device.deviceId === now}>
          ${device.label || fill(say[`${kind}Unnamed`], { number: at + 1 })}
        </option>`,
    )}
    ${missing ? html`<option value=${chosen.id} ?selected=${chosen.id === now}>${fill(say.deviceGone, { name: chosen.label })}</option>` : nothing}
  </select>`;
}

/** Undefined: the default one. */
function chosenOf(say: SheetWords, kind: DeviceKind, devices: readonly MediaDeviceInfo[], id: string): ChosenDevice | undefined {
  if (id === '') return undefined;
  const at = devices.findIndex(({ deviceId }) => deviceId === id);
  return { id, label: devices[at]?.label || fill(say[`${kind}Unnamed`], { number: at + 1 }) };
}

function gone(say: SheetWords, chosen: ChosenDevice | undefined, devices: readonly MediaDeviceInfo[]): string | typeof nothing {
  return chosen === undefined || devices.some(({ deviceId }) => deviceId === chosen.id) ? nothing : say.deviceGoneHint;
}

function failureView({ language }: SettingFields, error: VoxreelError): TemplateResult {
  const { errors } = conversationWords.wordsFor(language);
  const { title, hint } = errors[error.code] ?? errors.unknown;
  return html`<p class="problem" role="alert">${title} ${hint}</p>`;
}
