// The local "model": plain rules that say what they are. No intelligence, no randomness; it knows items and settings, no wire and no pace.
import { isRecord } from '../../base/is-record.js';
import { chooseCalls, chooseRevision } from './tool-choice.js';
import type { StoredItem, StoredPart } from './conversation.js';
import { imageHeader } from '../video/image-header.js';
import { measureLoudness } from './loudness.js';
import { isEchoing, replyTo } from './replies.js';
import type { RehearsalScene } from './replies.js';
import type { Settings } from './session-state.js';

export type RehearsalOutput =
  | { readonly type: 'say'; readonly text: string }
  /** A recording played back; `text` stands for it in a transcript. */
  | { readonly type: 'play'; readonly samples: Int16Array; readonly text: string }
  | { readonly type: 'call'; readonly name: string; readonly arguments: Readonly<Record<string, unknown>> };

/** Characters of a text that are looked at, and that are said: the rules are patterns, some of which take the square of it. */
const longest = 2000;

export function rehearse(scene: RehearsalScene): RehearsalOutput[] {
  const exact = /\bsay exactly:?\s+["“]?(.+?)["”]?\s*$/is.exec(scene.settings.instructions.slice(0, longest))?.[1];
  if (exact !== undefined) return [say(exact)];
  const outputs = trailingOutputs(scene.items);
  if (outputs.length > 0) return [say(outputs.map((output) => answered(output, scene.items)).join(' '))];
  const told = scene.items.at(-1);
  if (told?.role === 'system') return [say(told.parts.map(({ text }) => withoutIds(text)).join(' '))];
  const turn = scene.items.findLast((item) => item.role === 'user');
  const text = (turn?.parts ?? [])
    .map((part) => (part.type === 'text' ? part.text : (part.words ?? '')))
    .join(' ')
    .slice(0, longest)
    .trim();
  const calls = chosenCalls(text, noteBefore(scene.items, turn), scene.settings);
  if (calls.length > 0) return calls.map((call) => ({ type: 'call', ...call }));
  const pictures = (turn?.parts ?? []).flatMap(({ imageUrl }) => (imageUrl === undefined ? [] : [imageUrl]));
  if (pictures.length > 0) return [say(pictures.map(pictureInWords).join(' '))];
  const recording = turn?.parts.find((part) => part.type === 'audio');
  return [recording === undefined || text !== '' ? answerText(text, scene) : answerSpeech(recording, scene)];
}

/** What can honestly be said of one. */
function pictureInWords(url: string): string {
  const header = imageHeader(Buffer.from(url.replace(/^data:[^,]*,/, ''), 'base64'));
  if (header === undefined) return 'That is no picture I can read.';
  return `I see a picture, ${header.width} by ${header.height} pixels. I measure pictures, I recognize nothing in them.`;
}

/** What a page notes in brackets is for models that call tools with it. */
const withoutIds = (text: string): string => text.replace(/\s*\([^()\s]+\)\s*$/, '');

const say = (text: string): RehearsalOutput => ({ type: 'say', text: text.slice(0, longest) });

/** What was written right before the turn and not answered: both together say what is wanted. */
function noteBefore(items: readonly StoredItem[], turn: StoredItem | undefined): string {
  const before = turn === undefined ? undefined : items[items.indexOf(turn) - 1];
  if (before?.role !== 'user') return '';
  return before.parts
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join(' ')
    .slice(0, longest);
}

function chosenCalls(
  text: string,
  note: string,
  { tools, tool_choice: choice, named_tool: named }: Settings,
): ReturnType<typeof chooseCalls> {
  const offered = named === null ? tools : tools.filter(({ name }) => name === named);
  if (choice === 'none' || offered.length === 0) return [];
  const revision = chooseRevision(note, text, offered);
  return revision.length > 0 ? revision : chooseCalls(text, offered, choice === 'required');
}

function answerText(text: string, scene: RehearsalScene): RehearsalOutput {
  if (/\bplay\b.*\bback\b/i.test(text) && isEchoing(scene)) {
    const recorded = lastRecording(scene.items);
    if (recorded !== undefined) return playBack(recorded);
  }
  return say(replyTo(text, scene));
}

function answerSpeech(recording: StoredPart, scene: RehearsalScene): RehearsalOutput {
  if (isEchoing(scene)) return playBack(recording);
  const heard = recording.samples === undefined ? undefined : measureLoudness(recording.samples);
  if (heard === undefined || heard.seconds === 0) return say('I heard nothing loud enough to be speech.');
  return say(
    `I heard ${seconds(heard.seconds)} of speech at minus ${Math.abs(Math.round(heard.dbfs))} decibels. I measure sound, not words.`,
  );
}

function playBack(recording: StoredPart): RehearsalOutput {
  if (recording.samples === undefined) return say('That recording is no longer kept.');
  return { type: 'play', samples: recording.samples, text: `[${(recording.audioMs / 1000).toFixed(1)} s, your own voice played back]` };
}

function seconds(value: number): string {
  const rounded = value.toFixed(1).replace(/\.0$/, '');
  return `${rounded} ${rounded === '1' ? 'second' : 'seconds'}`;
}

function lastRecording(items: readonly StoredItem[]): StoredPart | undefined {
  return items
    .findLast((item) => item.role === 'user' && item.parts.some((part) => part.samples !== undefined))
    ?.parts.find((part) => part.samples !== undefined);
}

function trailingOutputs(items: readonly StoredItem[]): StoredItem[] {
  const start = items.findLastIndex((item) => item.type !== 'function_call_output');
  return items.slice(start + 1);
}

function answered(output: StoredItem, items: readonly StoredItem[]): string {
  const message = messageIn(output.output ?? '');
  if (message !== undefined) return message.slice(0, longest);
  const call = items.find((item) => item.type === 'function_call' && item.callId === output.callId);
  return `${call?.name?.replace(/_/g, ' ') ?? 'The tool'} answered: ${inWords((output.output ?? '').slice(0, longest)).replace(/[.!?]+$/, '')}.`;
}

/** A tool that says in words what it did. */
function messageIn(output: string): string | undefined {
  try {
    const result: unknown = JSON.parse(output.slice(0, 10 * longest));
    return isRecord(result) && typeof result['message'] === 'string' ? result['message'] : undefined;
  } catch {
    return undefined;
  }
}

/** JSON read out: "temperature 21, sky clear". Other text as it is. */
function inWords(output: string): string {
  try {
    return phrase(JSON.parse(output) as unknown) || 'nothing';
  } catch {
    return output.replace(/[.\s]+$/, '') || 'nothing';
  }
}

function phrase(value: unknown): string {
  if (Array.isArray(value)) return value.map(phrase).join(', ');
  if (!isRecord(value)) return String(value);
  return Object.entries(value)
    .map(([key, inner]) => `${key.replace(/_/g, ' ')} ${phrase(inner)}`)
    .join(', ');
}
