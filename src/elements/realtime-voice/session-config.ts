// The element's attributes as the options of a session.
import { accountStorage, type AccountStorage } from '../../core/account/account-storage.js';
import { indexedDbStorage } from '../../core/persistence/indexed-db.js';
import type { Storage } from '../../core/persistence/storage.js';
import type { RealtimeSessionOptions } from '../../core/realtime/session/session-options.js';
import type { VoiceTool } from '../../core/realtime/tools/define-tool.js';
import { suggestionsTool } from '../../core/realtime/tools/suggestions.js';
import type { SessionConfig } from '../../protocol/session.js';
import { placeOf } from '../shared/persistence.js';
import { modalitiesOf } from './modalities.js';
import type { VoiceElement } from './voice-element.js';

/** One place for all conversations of the page, opened when first used. */
let kept: Storage | undefined;

export const keptConversations = (): Storage => (kept ??= indexedDbStorage('voxreel-voice'));

/** Of elements whose user is signed in: two of a page may have different users, or gateways. */
const accounts = new WeakMap<VoiceElement, { readonly of: string; readonly storage: AccountStorage }>();

export function accountConversations(element: VoiceElement): AccountStorage | undefined {
  const { baseUrl = '', user = '', persist } = element;
  const of = placeOf(persist, 'none', user) === 'account' ? JSON.stringify([baseUrl, user]) : undefined;
  const known = accounts.get(element);
  if (known?.of === of) return known?.storage;
  // Who signs in again begins with what is in the library.
  known?.storage.close();
  accounts.delete(element);
  if (of === undefined) return undefined;
  const storage = accountStorage({ baseUrl, user });
  accounts.set(element, { of, storage });
  leaveUnlessConnected(element);
  return storage;
}

/** What is not on the page is asked now and then, and holds nothing. An element that is only moved is on the page again by then. */
export function leaveUnlessConnected(element: VoiceElement): void {
  queueMicrotask(() => {
    if (element.isConnected) return;
    accounts.get(element)?.storage.close();
    accounts.delete(element);
  });
}

/** Undefined where they end with the page. */
export const conversationStorage = (element: VoiceElement): Storage | undefined =>
  accountConversations(element) ?? (placeOf(element.persist, 'none', element.user) === 'none' ? undefined : keptConversations());

/** What was not set is left out, so that the service's own defaults hold. `sessionConfig` wins over attributes, but for push to talk. */
export function sessionConfigOf(element: VoiceElement): SessionConfig {
  const modalities = modalitiesOf(element.modalities);
  const config: Record<string, unknown> = { modalities: [...modalities] };
  if (element.instructions !== undefined) config['instructions'] = element.instructions;
  if (modalities.includes('audio')) Object.assign(config, audioConfigOf(element));
  return { ...config, ...element.sessionConfig, ...(element.pushToTalk && { turn_detection: null }) };
}

function audioConfigOf(element: VoiceElement): SessionConfig {
  const config: Record<string, unknown> = { turn_detection: { type: 'server_vad' } };
  if (element.voice !== undefined) config['voice'] = element.voice;
  if (element.inputAudioFormat !== undefined) config['input_audio_format'] = element.inputAudioFormat;
  if (element.outputAudioFormat !== undefined) config['output_audio_format'] = element.outputAudioFormat;
  const { transcribe } = element;
  if (transcribe !== undefined)
    config['input_audio_transcription'] = transcribe === 'off' ? null : transcribe === '' ? {} : { model: transcribe };
  return config;
}

function toolsOf({ tools, suggestions }: VoiceElement, borrowed: readonly VoiceTool[]): readonly VoiceTool[] | undefined {
  const added = suggestions ? [...borrowed, suggestionsTool] : borrowed;
  return added.length === 0 ? tools : [...(tools ?? []), ...added];
}

/** `first`: the model to talk with where the page names none. `borrowed`: the tools of another element. */
export function sessionOptionsOf(element: VoiceElement, first?: string, borrowed: readonly VoiceTool[] = []): RealtimeSessionOptions {
  const transports = element.transport?.split(/[\s,]+/).filter((name) => name !== '');
  return {
    baseUrl: element.baseUrl ?? '',
    model: element.model || (first ?? ''),
    tokenUrl: element.tokenUrl,
    getToken: element.getToken,
    transports: transports === undefined || transports.length === 0 ? undefined : transports,
    // A page with tokens of its own may talk to a maker directly, who has no such list.
    dialect: element.dialect ?? (element.getToken === undefined ? 'offered' : undefined),
    tools: toolsOf(element, borrowed),
    greeting: element.greeting,
    variables: element.variables,
    transcribe: modalitiesOf(element.modalities).includes('audio'),
    modalities: modalitiesOf(element.modalities),
    workletUrl: element.workletUrl,
    storage: conversationStorage(element),
    user: element.user,
    agent: element.agent,
    record: element.record,
    video: element.video,
    session: sessionConfigOf(element),
  };
}
