// The settings: who speaks, devices with ways to try them, how turns are taken. Each change says when it holds. Loaded when first opened.
import { html, nothing, type TemplateResult } from 'lit';
import { createRef, ref } from 'lit/directives/ref.js';

import { languageOf } from '../../shared/language-controller.js';
import { createDeviceList } from './device-list.js';
import { createMicrophoneTest } from './device-tests.js';
import { createLoudnessScale } from './loudness.js';
import { deviceFields, type DeviceState } from './settings-devices.js';
import type { Held, SettingName, Settings } from './settings-form.js';
import { moreFields, turnFields, turnsOf, type MoreState } from './settings-turns.js';
import { voiceFields } from './settings-voice.js';
import { settingsStyles } from './settings-sheet.styles.js';
import { sheetFrame } from './sheet-frame.js';
import { sheetWords, type SheetWords } from './sheet-words.js';
import type { Sheet, SheetContext } from './sheets.js';

export function createSettingsSheet(context: SheetContext): Sheet {
  const { element, conversation } = context;
  const update = () => element.requestUpdate();
  const devices: DeviceState = {
    list: createDeviceList(update),
    test: createMicrophoneTest(update),
    playing: false,
    speakerFailure: undefined,
    cameraFailure: undefined,
  };
  const held: Held = new Map();
  const more: MoreState = { wrongTokens: undefined };
  const holds = new Map<SettingName, 'now' | 'next'>();
  const level = createLevel(
    () => levelOf(context, devices),
    () => held.get('threshold') ?? turnsOf(context).threshold,
  );
  return {
    styles: settingsStyles,
    render() {
      const say = sheetWords.wordsFor(languageOf(element));
      const settings: Settings = {
        ...context,
        say,
        formats: languageOf(element).formats,
        changed(name, when) {
          holds.set(name, when);
          conversation.say(when === 'now' ? say.actsNow : say.actsNext);
          update();
        },
        note: (name) => noteOf(holds.get(name), say),
      };
      const { settings: title, close } = context.words();
      const body = html`<div class="settings" ${ref(level.place)}>
        <div class="column">${voiceFields(settings)} ${deviceFields(settings, devices, level.bar(say, true))}</div>
        <div class="column">${turnFields(settings, held, level.bar(say, false), level.mark)} ${moreFields(settings, held, more)}</div>
      </div>`;
      // The conversation has the microphone now: two captures of one device confuse some systems.
      if (devices.test.running && conversation.control.microphoneOpen) queueMicrotask(devices.test.stop);
      return sheetFrame(title, close, context.close, body);
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

function levelOf({ conversation, element }: SheetContext, { test }: DeviceState): number | undefined {
  const { control } = conversation;
  return control.phase === 'open' && control.microphoneOpen ? element.session?.levels.microphone : test.level;
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
