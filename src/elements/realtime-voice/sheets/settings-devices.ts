// Settings of what one speaks into, hears from and is seen by, each with a way to try it. Knows no turn.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

import { toVoxreelError, type VoxreelError } from '../../../core/errors.js';
import { languageOf } from '../../shared/language-controller.js';
import { fill } from '../../shared/strings.js';
import { conversationWords } from '../conversation-words.js';
import type { DeviceKind } from './device-choices.js';
import type { DeviceList } from './device-list.js';
import { canChooseSpeaker, playTestTone, type MicrophoneTest } from './device-tests.js';
import { textOf, type Settings } from './settings-form.js';

export interface DeviceState {
  readonly list: DeviceList;
  readonly test: MicrophoneTest;
  /** The test sound is playing. */
  playing: boolean;
  speakerFailure: VoxreelError | undefined;
  /** Of the camera's stream. */
  cameraFailure: VoxreelError | undefined;
}

export function deviceFields(settings: Settings, state: DeviceState, level: TemplateResult): TemplateResult {
  const { say, element, conversation } = settings;
  const hasCamera = element.video || element.session?.camera !== undefined;
  return html`<fieldset>
    <legend>${say.devices}</legend>
    ${microphoneField(settings, state, level)} ${speakerField(settings, state)} ${hasCamera ? cameraField(settings, state) : nothing}
    ${state.list.named || conversation.control.microphoneOpen ? nothing : html`<p class="hint">${say.devicesUnnamed}</p>`}
  </fieldset>`;
}

function microphoneField(settings: Settings, { list, test }: DeviceState, level: TemplateResult): TemplateResult {
  const { say, conversation, changed, note } = settings;
  const { control } = conversation;
  const choose = (deviceId: string) => {
    conversation.chooseDevice(
      'microphone',
      deviceId === '' ? undefined : nameOf(settings, 'microphone', list.devices.microphones, deviceId),
    );
    if (test.running) void test.start(control.devices.microphone);
    changed('microphone', 'now');
  };
  const toggle = () => {
    if (test.running) return test.stop();
    void test.start(control.devices.microphone).then(list.refresh);
  };
  const inUse = control.phase === 'open' && control.microphoneOpen;
  return html`<div class="field">
    <label class="label" for="microphone">${say.microphone}</label>
    <div class="row">
      ${picker(settings, 'microphone', list.devices.microphones, choose)}
      ${
        inUse
          ? nothing
          : html`<button type="button" class="button" aria-pressed=${String(test.running)} @click=${toggle}>
              ${test.running ? say.testStop : say.test}
            </button>`
      }
    </div>
    ${inUse || test.running ? level : nothing} ${test.failure === undefined ? nothing : failureView(settings, test.failure)}
    <span class="hint"
      >${gone(settings, 'microphone', list.devices.microphones)} ${inUse && element(settings).session?.muted ? say.levelMuted : nothing}
      ${note('microphone')}</span
    >
  </div>`;
}

const element = (settings: Settings) => settings.element;

function speakerField(settings: Settings, state: DeviceState): TemplateResult {
  const { say, conversation, changed, note } = settings;
  const able = canChooseSpeaker();
  const { speakers } = state.list.devices;
  const choose = (deviceId: string) => {
    conversation.chooseDevice('speaker', deviceId === '' ? undefined : nameOf(settings, 'speaker', speakers, deviceId));
    state.speakerFailure = undefined;
    changed('speaker', 'now');
  };
  const play = async () => {
    state.playing = true;
    state.speakerFailure = undefined;
    settings.element.requestUpdate();
    try {
      await playTestTone(conversation.control.devices.of('speaker')?.id);
    } catch (cause) {
      state.speakerFailure = toVoxreelError(cause, 'audio_blocked');
    }
    state.playing = false;
    settings.element.requestUpdate();
  };
  return html`<div class="field">
    <label class="label" for="speaker">${say.speaker}</label>
    <div class="row">
      ${picker(settings, 'speaker', able ? speakers : [], choose, !able)}
      <button type="button" class="button" ?disabled=${state.playing} @click=${() => void play()}>
        ${state.playing ? say.tonePlaying : say.tone}
      </button>
    </div>
    ${state.speakerFailure === undefined ? nothing : failureView(settings, state.speakerFailure)}
    <span class="hint">${able ? gone(settings, 'speaker', speakers) : say.speakerFixed} ${note('speaker')}</span>
  </div>`;
}

function cameraField(settings: Settings, state: DeviceState): TemplateResult {
  const { say, conversation, changed, note } = settings;
  const { cameras } = state.list.devices;
  const camera = settings.element.session?.camera;
  const choose = async (deviceId: string) => {
    const { control } = conversation;
    if (deviceId !== 'off')
      conversation.chooseDevice('camera', deviceId === '' ? undefined : nameOf(settings, 'camera', cameras, deviceId));
    state.cameraFailure = undefined;
    try {
      await control.ensure().setCamera(deviceId === 'off' ? false : control.devices.camera);
      changed('camera', 'now');
      await state.list.refresh();
    } catch (cause) {
      state.cameraFailure = toVoxreelError(cause, 'camera_denied');
    }
    settings.element.requestUpdate();
  };
  return html`<div class="field">
    <label class="label" for="camera">${say.camera}</label>
    ${picker(settings, 'camera', cameras, (id) => void choose(id), false, camera === undefined)}
    ${camera === undefined ? nothing : html`<video class="preview" muted playsinline autoplay aria-label=${say.cameraPreview} .muted=${true} .srcObject=${camera}></video>`}
    ${state.cameraFailure === undefined ? nothing : failureView(settings, state.cameraFailure)}
    <span class="hint">${gone(settings, 'camera', cameras)} ${note('camera')}</span>
  </div>`;
}

/** `off`: only for what can be off; undefined where it cannot. */
function picker(
  { say, conversation }: Settings,
  kind: DeviceKind,
  devices: readonly MediaDeviceInfo[],
  choose: (deviceId: string) => void,
  disabled = false,
  off?: boolean,
): TemplateResult {
  const chosen = conversation.control.devices.of(kind);
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

function nameOf({ say }: Settings, kind: DeviceKind, devices: readonly MediaDeviceInfo[], id: string) {
  const at = devices.findIndex(({ deviceId }) => deviceId === id);
  return { id, label: devices[at]?.label || fill(say[`${kind}Unnamed`], { number: at + 1 }) };
}

function gone({ say, conversation }: Settings, kind: DeviceKind, devices: readonly MediaDeviceInfo[]): string | typeof nothing {
  const chosen = conversation.control.devices.of(kind);
  return chosen === undefined || devices.some(({ deviceId }) => deviceId === chosen.id) ? nothing : say.deviceGoneHint;
}

function failureView(settings: Settings, error: VoxreelError): TemplateResult {
  const { errors } = conversationWords.wordsFor(languageOf(settings.element));
  const { title, hint } = errors[error.code] ?? errors.unknown;
  return html`<p class="problem" role="alert">${title} ${hint}</p>`;
}
