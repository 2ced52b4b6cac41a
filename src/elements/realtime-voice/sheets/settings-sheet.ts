// The settings: who speaks, devices with ways to try them, how turns are taken. Each change says when it holds. Loaded when first opened.
import { html, nothing, type TemplateResult } from 'lit';
import { createRef, ref } from 'lit/directives/ref.js';

import type { VoiceModels } from '../voice-models.js';
import type { VoiceProperties } from '../voice-properties.js';
import { voiceWords } from '../voice-words.js';
import { createDeviceList } from './device-list.js';
import { createMicrophoneTest } from './device-tests.js';
import { createLoudnessScale } from './loudness.js';
import { createConfiguration, type ConfiguredSession } from './settings-configuration.js';
import { isOffered, type Control, type Offering } from '../controls.js';
import { deviceFields, volumeSlider, type DeviceSession, type DeviceState } from './settings-devices.js';
import type { Held, SettingFields, SettingName } from './settings-form.js';
import { moreFields, turnFields, turnsOf, type MoreState } from './settings-turns.js';
import { agentFields } from './settings-voice.js';
import { settingsStyles } from './settings-sheet.styles.js';
import { sheetFrame } from './sheet-frame.js';
import { sheetWords, type SheetWords } from './sheet-words.js';
import type { Sheet, SheetHost } from './sheet.js';

export type SetAttributes = Pick<VoiceProperties, 'model' | 'voice' | 'instructions' | 'sessionConfig' | 'pushToTalk' | 'video'> & Offering;

export function createSettingsSheet(
  host: SheetHost,
  attributes: SetAttributes,
  session: ConfiguredSession & DeviceSession,
  models: VoiceModels,
): Sheet {
  const requestUpdate = () => host.requestUpdate();
  const devices: DeviceState = {
    list: createDeviceList(requestUpdate),
    test: createMicrophoneTest(requestUpdate),
    playing: false,
    speakerFailure: undefined,
    cameraFailure: undefined,
  };
  const held: Held = new Map();
  const more: MoreState = { wrongTokens: undefined };
  const holds = new Map<SettingName, 'now' | 'next'>();
  const changed = (name: SettingName, when: 'now' | 'next') => {
    const { actsNow, actsNext } = sheetWords.wordsFor(host.language);
    holds.set(name, when);
    host.say(when === 'now' ? actsNow : actsNext);
    requestUpdate();
  };
  const configuration = createConfiguration(attributes, session, changed);
  void models.load().then(requestUpdate);
  const offers = (control: Control) => isOffered(attributes, control);
  const level = createLevel(
    () => levelOf(session, devices),
    () => held.get('threshold') ?? turnsOf(configuration).threshold,
  );
  return {
    styles: settingsStyles,
    render() {
      const { language, close } = host;
      const say = sheetWords.wordsFor(language);
      const fields: SettingFields = { say, language, changed, requestUpdate, note: (name) => noteOf(holds.get(name), say) };
      const scale = { view: level.bar(say, false), mark: level.mark };
      const body = html`<div class="settings" ${ref(level.place)}>
        <div class="column">
          ${agentFields(fields, configuration, models, { isOwn: session.isOwn, offers })}
          ${offers('devices') ? deviceFields(fields, session, devices, { level: level.bar(say, true), hasCamera: attributes.video }) : nothing}
          ${offers('volume') ? volumeSlider(fields, session, held) : nothing}
        </div>
        <div class="column">
          ${offers('turns') ? turnFields(fields, configuration, held, scale) : nothing}
          ${moreFields(fields, configuration, { held, more, offers })}
        </div>
      </div>`;
      // The conversation has the microphone now: two captures of one device confuse some systems.
      if (devices.test.running && session.microphoneOpen) queueMicrotask(devices.test.stop);
      const words = voiceWords.wordsFor(language);
      return sheetFrame(words.settings, words.close, close, body);
    },
    close() {
      level.close();
      devices.test.stop();
      devices.list.close();
    },
  };
}

const noteOf = (when: 'now' | 'next' | undefined, say: SheetWords): TemplateResult | typeof nothing =>
  when === undefined ? nothing : html`<strong class="when">${when === 'now' ? say.actsNow : say.actsNext}</strong>`;

function levelOf({ session, microphoneOpen }: DeviceSession, { test }: DeviceState): number | undefined {
  return session?.phase === 'open' && microphoneOpen ? session.levels.microphone : test.level;
}

/** The loudness of now, drawn wherever it is put on the scale of the threshold. Written past the template: it changes with every frame. */
function createLevel(read: () => number | undefined, threshold: () => number) {
  const place = createRef<HTMLElement>();
  const scale = createLoudnessScale();
  const set = (name: string, share: number) => place.value?.style.setProperty(name, `${Math.round(share * 1000) / 10}%`);
  let state = '';
  let frame = requestAnimationFrame(function show(nowMs) {
    const level = read();
    const loudness = level === undefined ? 0 : scale.read(level, nowMs);
    const next = level === undefined ? 'off' : loudness >= threshold() && loudness > 0 ? 'speech' : 'quiet';
    if (next !== 'off' || state !== 'off') set('--_loud', loudness);
    set('--_mark', threshold());
    if (next !== state && place.value !== undefined) place.value.dataset['level'] = state = next;
    frame = requestAnimationFrame(show);
  });
  return {
    place,
    mark: (value: number) => set('--_mark', value),
    bar: (say: SheetWords, explained: boolean) =>
      html`<span class="level"><span class="loud" aria-hidden="true"></span></span> ${
          explained
            ? html`<span class="hint said"
                ><span class="speech">${say.countsAsSpeech}</span><span class="quiet">${say.countsNot}</span> ${say.levelHint}</span
              >`
            : nothing
        }`,
    close: () => cancelAnimationFrame(frame),
  };
}
